import Testing

@testable import Workbench

@Suite struct VocabularyRuleTests {
    private func breaches(in text: String, at path: String) async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.append(text, to: path)
        return try await workspace.check().breaches.filter { $0.rule == "vocabulary" }
            .map { "\($0.line) \($0.subject)" }
    }

    @Test(
        "a phrase in a comment or string literal is a breach at its line, across line breaks and without regard to case",
        arguments: [
            ("/// The color.", "1 the color"), ("\n// See a\n// color here.", "2 a color"),
            ("/*\n A color.\n*/", "2 a color"), ("let text = \"What a color!\"", "1 a color"),
            ("let text = \"\"\"\n    Say\n    the \\(\"color\") the color\\n\n    \"\"\"", "3 the color"),
        ])
    func swift(source: String, breach: String) async throws {
        #expect(try await breaches(in: source, at: "Modules/Core/More.swift") == [breach])
    }

    @Test("a phrase in a page, a makefile's help or the contract's reasons is a breach")
    func otherFiles() async throws {
        #expect(try await breaches(in: "# Here\n\nUse *the\ncolor*.", at: "Docs/page.md") == ["3 the color"])
        #expect(try await breaches(in: "paint: ## Paint the color", at: "Makefile") == ["4 the color"])

        var workspace = MiniatureWorkspace()
        workspace.contract["Core"].reason = "the color of everything"
        #expect(try await workspace.check().breaches.map(\.file) == ["Docs/layers.json"])
    }

    @Test(
        "code, names, data and other words are none",
        arguments: [
            ("let theColor = color(the: color) // theColor and the colorful", "Modules/Core/More.swift"),
            (
                "/// `the color` and\n/// ```\n/// the color\n/// ```\n/// the\nlet a = 1\n/// color",
                "Modules/Core/More.swift"
            ),
            ("let json = #\"{\"a\": \"the color\"}\"#", "Modules/Core/More.swift"),
            ("let a = \"the\", b = \"color of c\"", "Modules/Core/More.swift"),
            ("`the color` [it](https://example.com/the-color)\n```text\nthe color\n```\n", "Docs/page.md"),
        ])
    func clean(text: String, path: String) async throws {
        #expect(try await breaches(in: text, at: path) == [])
    }

    @Test("the message gives the replacement and the reason")
    func message() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Docs/page.md"] = "The color."

        let found = try await workspace.check().breaches
        #expect(
            found.map(\.text) == [
                "Docs/page.md:1: vocabulary: \"The color\" → say \"tint\" (the design's word)"
            ])
    }

    @Test("a phrase that is not enforced is reported with --vocabulary only")
    func notEnforced() async throws {
        var workspace = MiniatureWorkspace()
        workspace.phrases[0].enforced = false
        workspace.files["Docs/page.md"] = "The color."

        #expect(try await workspace.check().breaches == [])
        let found = try await workspace.check(.vocabulary).breaches
        #expect(found.map(\.subject) == ["the color"])
    }

    @Test("a phrase applies in its places only, and an exception covers one file's use of it")
    func places() async throws {
        var workspace = MiniatureWorkspace()
        workspace.phrases[0].places = ["comments"]
        workspace.files["Docs/page.md"] = "The color."
        #expect(try await workspace.check().breaches == [])

        workspace.append("// The color.", to: "Modules/Core/More.swift")
        workspace.contract.exceptions = [
            .init(rule: "vocabulary", file: "Modules/Core/More.swift", subject: "the color")
        ]
        #expect(try await workspace.check().breaches == [])
    }

    @Test("an exception may quote a phrase of several words, and its reason may not use it")
    func quotation() async throws {
        let file = "Modules/Core/More.swift"
        var workspace = MiniatureWorkspace()
        workspace.append("let title = \"The color of red\"", to: file)
        workspace.contract.exceptions = [.init(rule: "vocabulary", file: file, subject: "the color")]
        #expect(try await workspace.check().breaches == [])

        workspace.contract.exceptions[0].reason = "a title with the color"
        #expect(try await workspace.check().breaches.map(\.file) == [ContractFile.path])
    }

    @Test("a check does not start with a phrase that fails its own test, enforced or not")
    func untested() async throws {
        var malformed = MiniaturePhrase(enforced: false)
        malformed.patterns.append("(")
        var missing = MiniaturePhrase()
        missing.patterns.append("the tone")
        var idle = MiniaturePhrase()
        idle.breach.append("The tone.")
        var overeager = MiniaturePhrase()
        overeager.clean.append("The color.")

        for phrase in [malformed, missing, idle, overeager] {
            var workspace = MiniatureWorkspace()
            workspace.phrases = [phrase]
            await #expect(throws: WorkspaceError.self) { try await workspace.check() }
        }
    }
}
