import Foundation
import Testing

@testable import Workbench

@Suite struct CommandNamesTests {
    private func faults(in text: String) throws -> [String] {
        let tool = try CommandTree(dump: Data(Self.dump.utf8))
        let document = MarkdownDocument(path: "page.md", text: text)
        return CommandNames(trees: [tool], documents: [document]).breaches(in: document).map {
            "\($0.line) \($0.subject)"
        }
    }

    @Test(
        "a subcommand or an option that does not exist is a breach",
        arguments: [
            ("`tool foo`", "1 tool foo"), ("`tool users foo`", "1 tool users foo"), ("`tool --foo`", "1 tool --foo"),
            ("`tool users list --foo`", "1 tool users list --foo"), ("`tool users list -x`", "1 tool users list -x"),
            ("```sh\nA=1 tool users foo\n```", "2 tool users foo"),
            ("```text\n$ tool foo\ntool bar\n```", "2 tool foo"),
            ("```sh\nswift run tool foo | cat\n```", "2 tool foo"), ("`.build/debug/tool foo`", "1 tool foo"),
            ("`tool help users foo`", "1 tool users foo"), ("`--foo`", "1 --foo"), ("`--foo 5`", "1 --foo"),
            ("`tool users list --page=2 --foo`", "1 tool users list --foo"),
        ])
    func missing(text: String, fault: String) throws {
        #expect(try faults(in: text) == [fault])
    }

    @Test(
        "existing names, placeholders and other programs are no breach",
        arguments: [
            "`tool`, `tool users`, `tool users list`, `tool users list --page 2 any words`",
            "`tool users list --page foo`, `tool users list -p 2`, `tool --help`, `tool users --help`, `tool --version`",
            "`tool help users list`, `tool COMMAND`, `tool …`, `tool <command>`, `tool users list -- --foo`",
            "`tool users list > --foo`, `other foo --bar`, `--bar`, `--page`, `tool: an error`",
            "```sh\nswift build --product tool\ncurl --foo\n```\n`--foo`",
            "```\ntool foo\n```", "```sh\nmake feature NAME=CreditNote\n```\n`tool credit-notes list`",
            "```swift\nlet a = Configuration(commandName: \"time-sheets\")\n```\n`tool time-sheets list`",
        ])
    func present(text: String) throws {
        #expect(try faults(in: text) == [])
    }

    private static let dump = """
        {"command": {"commandName": "tool", "subcommands": [
            {"commandName": "users", "subcommands": [
                {"commandName": "list", "arguments": [
                    {"kind": "option", "names": [{"kind": "long", "name": "page"}, {"kind": "short", "name": "p"}]},
                    {"kind": "positional"}
                ]}
            ]}
        ]}}
        """
}
