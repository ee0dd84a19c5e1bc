import Testing

@testable import Workbench

@Suite struct WordRuleTests {
    @Test("a code pattern matches in its scope only, across white space and comments")
    func code() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0].patterns = [".wait()"]
        workspace.contract.words[0].breach = "future.wait()"
        workspace.append("let a = future\n    .wait( /* for it */ )", to: "Modules/Core/More.swift")
        workspace.append(
            "// future.wait()\nlet a = \"future.wait()\"\nfuture.wait(for: key)", to: "Modules/Core/Most.swift")
        workspace.append("future.wait()", to: "Apps/Tool/More.swift")

        #expect(try await workspace.breaches(of: "no-semaphores") == ["Modules/Core/More.swift:2 .wait()"])
    }

    @Test("a string pattern matches in literals only, and reports the line in the literal")
    func strings() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0] = .init(
            id: "no-urls", place: "strings", patterns: [#"https?://\w"#], scope: .init(kinds: ["module"]),
            breach: #"let url = "https://example.com""#, clean: "// https://example.com")
        workspace.append(
            "/// https://example.com/doc\nlet text = \"\"\"\n    See\n    http://example.com/a now\n    \"\"\"",
            to: "Modules/Core/More.swift")

        #expect(try await workspace.breaches(of: "no-urls") == ["Modules/Core/More.swift:4 http://example.com/a"])
    }

    @Test("a check does not start if a word rule misses its own example")
    func toothless() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0].patterns.append("DispatchSemaphor")

        await #expect(throws: WorkspaceError.self) { try await workspace.check() }
    }

    @Test("a check does not start if a word rule matches its clean example")
    func overeager() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0].clean = "DispatchSemaphore(value: 1)"

        await #expect(throws: WorkspaceError.self) { try await workspace.check() }
    }

    @Test("a check does not start if a pattern is malformed")
    func malformed() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0].place = "strings"
        workspace.contract.words[0].patterns = ["("]

        await #expect(
            throws: WorkspaceError.toothlessWordRule(id: "no-semaphores", what: "a pattern is not a regular expression")
        ) { try await workspace.check() }
    }
}
