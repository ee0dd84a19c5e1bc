import Foundation
import Testing

@testable import Workbench

@Suite struct ExampleTests {
    /// Checks a page in a folder with executables that are shell scripts: `strata` prints its arguments and the base URL.
    private func check(_ text: String, update: Bool = false) throws -> (failures: [String], page: String) {
        let root = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, script) in [
            "strata": "echo \"$* at $STRATA_BASE_URL\"",
            "strata-backend": "echo '{\"event\":\"ready\",\"url\":\"http://127.0.0.1:49152\"}'; cat >/dev/null",
        ] {
            let file = root.appending(path: name)
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        var page = Page(path: "page.md", text: text)
        let failures = try ExampleRunner(executables: root.path, root: root.path).check(&page, update: update)
        return (failures, page.lines.joined(separator: "\n"))
    }

    @Test("commands share a home folder and a backend, whose names are those of the page")
    func shared() throws {
        let page = """
            <!-- run: echo 1 > file -->
            ```
            $ swift run strata api
            api at http://127.0.0.1:8080

            $ cat file; pwd; echo http://127.0.0.1:8080
            1
            /home/ada
            http://127.0.0.1:8080

            $ echo one \\
              two
            one two
            ```
            """
        #expect(try check(page).failures == [])
    }

    @Test("a difference is reported with its line and both texts, and so are hidden commands that fail")
    func differences() throws {
        let found = try check("<!-- run\nls gone\necho next\n-->\n```\n$ strata api\napi at http://localhost\n```\n")
            .failures
        #expect(found.count == 2)
        #expect(found[0].hasPrefix("page.md:1: examples: the hidden commands failed") && !found[0].contains("next"))
        #expect(
            found[1] == """
                page.md:6: examples: the output of `strata api` differs from a run. Fix: Correct the page, or run \
                `make examples UPDATE=1`.
                  - api at http://localhost
                  + api at http://127.0.0.1:8080
                """)
    }

    @Test("an update writes the printed lines, and leaves outputs with omitted lines")
    func update() throws {
        let omitted = "```\n$ strata three\n…\nold\n```\n"
        let found = try check("a\n  ```\n  $ strata one\n  old\n\n  $ strata two\n  ```\n\(omitted)", update: true)
        let printed =
            "  $ strata one\n  one at http://127.0.0.1:8080\n\n  $ strata two\n  two at http://127.0.0.1:8080\n"
        #expect(found.page == "a\n  ```\n\(printed)  ```\n\(omitted)")
        #expect(found.failures.count == 1)
    }

    @Test("a fence runs only if it begins with a prompt and no comment excludes it, and not without a backend")
    func omitted() throws {
        var page = Page(path: "a.md", text: "```\na\n$ false\n```\n<!-- not run: slow -->\n```\n$ exit 1\nnever\n```")
        #expect(page.examples.isEmpty)
        let runner = ExampleRunner(executables: "/nowhere", root: "/")
        #expect(throws: WorkbenchError.self) { try runner.check(&page, update: false) }
    }
}
