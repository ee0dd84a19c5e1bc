import Testing

@testable import Workbench

@Suite struct ShellCommandTests {
    @Test(
        "a line is split into commands as in a shell",
        arguments: [
            ("a b && c || d; e | f", [["a", "b"], ["c"], ["d"], ["e"], ["f"]]), ("a  # b", [["a"]]), ("# a", []),
            ("A=1 B=2 c d=3", [["c", "d=3"]]), ("a 'b c' \"d;e\"", [["a", "b c", "d;e"]]),
            ("a;b&&c", [["a"], ["b"], ["c"]]),
        ] as [(String, [[String]])])
    func split(line: String, words: [[String]]) {
        #expect(ShellCommand.commands(in: line).map(\.words) == words)
    }

    @Test("a product is found after the options of swift run")
    func runProduct() {
        let product = { ShellCommand.commands(in: $0).first?.runProduct }

        #expect(product("swift run -c release --quiet tool check --all") == "tool")
        #expect(product("swift run") == nil)
        #expect(product("swift run <name>") == nil)
        #expect(product("swift run --package-path Elsewhere tool") == nil)
    }
}
