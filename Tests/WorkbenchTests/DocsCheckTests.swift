import Foundation
import Testing

@testable import Workbench

@Suite("Docs check")
struct DocsCheckTests {
    private static let dump = """
        {"command": {"commandName": "tool", "subcommands": [{"commandName": "list", "arguments": [
            {"kind": "option", "names": [{"kind": "long", "name": "page"}]}]}]}}
        """

    /// The messages about a page with this text.
    private func messages(_ text: String, path: String = "Docs/page.md") async throws -> [String] {
        var workspace = try await SmallWorkspace.load()
        // The names below are words of this file.
        workspace.files.removeAll { $0.path.isBelow(["Tests/WorkbenchTests"]) }
        workspace.pages = [Page(path: path, text: text)]
        let check = DocsCheck(workspace: workspace, commands: [try CommandTree(dump: Data(Self.dump.utf8))])
        return check.breaches().filter { $0.file == path }.map(\.message)
    }

    @Test(
        "a name that does not exist is found",
        arguments: [
            ("[a](gone.md)", "the link target gone.md does not exist"),
            ("[a](#gone)", "Docs/page.md has no heading #gone"),
            ("`Modules/Gone`", "Modules/Gone does not exist"), ("`Modules/*/Gone.swift`", "does not exist"),
            ("`make gone`", "the Makefile has no target \"gone\""),
            ("`swift run gone a`", "no executable has the name"),
            ("`GoneType`", "no Swift file contains the name GoneType"), ("`CommandTree.goneMember`", "goneMember"),
            ("`goneFunction(from:)`", "goneFunction"), ("`tool gone`", "`tool` has no subcommand gone"),
            ("`tool list --gone`", "`tool list` has no option --gone"),
            ("`--gone`", "no command has the option --gone"),
            ("```sh\nA=1 make demo && make gone\n```", "no target \"gone\""),
            ("```\n$ tool gone\noutput\n```", "no subcommand gone"),
            ("**README.md**\n\n```text\nnot in README\n```", "the block is no excerpt of README.md"),
        ])
    func missing(text: String, message: String) async throws {
        let found = try await messages(text)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    @Test(
        "names that exist, placeholders and other programs are no breach",
        arguments: [
            "[a](../README.md) [b](https://example.com/x) [c](#title)\n# Title", "`Modules/Models` `Package.swift:12`",
            "`Modules/<Name>` `NAME` `make feature NAME=Invoice`",
            "`make demo` `swift run strata --help` `swift run <name>`",
            "`tool list --page 2 x`", "`Modules/*/*.swift`", "```sh\nmake -C elsewhere gone  # make gone\n```",
            "**Docs/new.md**\n\n```text\nnew\n```", "```swift\nstruct Written {}\n```\n`Written`",
        ])
    func present(text: String) async throws {
        #expect(try await messages(text) == [])
    }

    @Test("a decision record needs a status and a date, and its names are not looked up")
    func record() async throws {
        let valid =
            "# 9999: A\n- Status: superseded by [0003](0003-async-http-client-on-linux.md)\n- Date: 2026-11-21\n`GoneType`"
        let path = "Docs/adr/9999-a.md"
        #expect(try await messages(valid, path: path).allSatisfy { $0.contains("link target") })
        #expect(try await messages("# 9999: A\n- Status: perhaps\n- Date: today", path: path).count == 2)
    }

    @Test(
        "headings get the anchors that GitHub generates",
        arguments: [
            ("# Plain words", "plain-words"), ("## It's `code`, *here*!", "its-code-here"),
            ("### A [link](b.md) c", "a-link-c"), ("# A & b", "a--b"),
            ("# snake_case and-hyphen", "snake_case-and-hyphen"),
        ])
    func anchors(heading: String, anchor: String) {
        #expect(Page(path: "a.md", text: heading).anchors == [anchor])
        #expect(
            Page(path: "a.md", text: heading + "\n```\n# Code\n```\n" + heading).anchors == [anchor, anchor + "-1"])
    }
}
