import Foundation
import Testing

@testable import Workbench

@Suite struct DocsCheckTests {
    private static let dump = """
        {"command": {"commandName": "tool", "subcommands": [{"commandName": "list", "arguments": [
            {"kind": "option", "names": [{"kind": "long", "name": "page"}]}]}]}}
        """

    /// The messages about a page with this text.
    private func messages(
        _ text: String, path: String = "Docs/page.md", engine: String? = nil
    ) throws -> [String] {
        var workspace = try ThisWorkspace.load(engine: engine)
        // Not the tests, because the names below are words of this file.
        workspace.files.removeAll { !$0.path.isBelow(["Apps/Workbench"]) }
        workspace.pages = [Page(path: path, text: text)]
        return DocsCheck(workspace, commands: [try CommandTree(dump: Data(Self.dump.utf8))]).breaches().map(\.message)
    }

    @Test(
        "a name that does not exist is found",
        arguments: [
            ("[a](gone.md)", "the link target gone.md does not exist"), ("![a](gone.svg)", "gone.svg does not exist"),
            ("[a](#gone)", "Docs/page.md has no heading #gone"),
            ("`Modules/Gone`", "Modules/Gone does not exist"), ("`Modules/*/Gone.swift`", "does not exist"),
            ("`make gone`", "the Makefile has no target \"gone\""),
            ("`swift run gone a`", "no executable has the name"),
            ("`GoneType`", "no Swift file contains the name GoneType"), ("`CommandTree.goneMember`", "goneMember"),
            ("`goneFunction(from:)`", "goneFunction"), ("`tool gone`", "`tool` has no subcommand gone"),
            ("`tool list --gone`", "`list` has no option --gone"), ("`--gone`", "no command has the option --gone"),
            ("```sh\nA=1 make demo && make gone\n```", "no target \"gone\""),
            ("```\n$ tool gone\noutput\n```", "no subcommand gone"),
            ("**README.md**\n\n```text\nnot in README\n```", "the block is not an excerpt of README.md"),
            ("**README.md**\n\n```diff\n+new\n-gone\n```", "README.md has no line `gone` to change"),
            ("**Docs/gone.md**\n\n```text\nnew\n```", "Docs/gone.md does not exist"),
            ("**Gone/file.md**\n\n```text\nnew\n```", "Gone/file.md does not exist"),
            ("**README.md**\n\n```diff\n gone\n+# Strata\n```", "README.md has no line `gone` to change"),
            ("<<<<<<< HEAD", "both sides of a merge"),
        ])
    func missing(text: String, message: String) throws {
        let found = try messages(text)
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test(
        "names that exist, placeholders and other programs are no breach",
        arguments: [
            "[a](../README.md) [b](https://example.com/x) [c](#title)\n# Title", "`Modules/Models` `Package.swift:12`",
            "`Modules/<Name>` `NAME` `make feature NAME=Invoice`",
            "`make demo` `swift run strata --help` `swift run <name>`", "`tool list --page 2 x` `tool LIST`",
            "`Modules/*/*.swift`", "```sh\nmake -C elsewhere gone  # make gone\n```",
            "**Docs/new.md** (new)\n\n```text\nnew\n```", "**README.md** (new)\n\n```text\nnot in README\n```",
            "**README.md**\n\n```diff\n # Strata\n+new\n```", "**README.md**\n\n```diff\n-gone\n+# Strata\n```",
            "```swift\nstruct Written {}\n```\n`Written`",
            // The anchors that GitHub generates.
            "[a](#its-code-here)\n## It's `code`, *here*!", "[a](#a-link-c)\n### A [link](../README.md) c",
            "[a](#a--b)\n# A & b", "[a](#snake_case-and-hyphen-1)\n# snake_case and-hyphen\n# snake_case and-hyphen",
        ])
    func present(text: String) throws {
        #expect(try messages(text) == [])
    }

    @Test("declarations and files of an engine that is another package exist, and only those")
    func engine() throws {
        let text =
            "`TransportContract.clauses` `Modules/Networking/Gone.swift` `Modules/Services/Networking/Gone.swift`"
        #expect(try messages(text).count == 3)
        let found = try messages(text, engine: "Networking")
        #expect(found.count == 1 && found[0].contains("Modules/Services/Networking/Gone.swift does not exist"))
    }

    @Test("a decision record needs a status and a date, and its names are not looked up")
    func record() throws {
        let valid = "- Status: superseded by [0003](0003-http-client-on-swiftnio.md)\n- Date: 2026-11-21\n`GoneType`"
        #expect(try messages(valid, path: "Docs/adr/9999-a.md") == [])
        #expect(try messages("- Status: perhaps\n- Date: today", path: "Docs/adr/9999-a.md").count == 2)
    }
}
