import Foundation
import Testing

@testable import Workbench

@Suite("Examples of pages")
struct ExampleTests {
    /// A folder with executables that are shell scripts: `strata` prints its arguments and the base URL.
    private func withRunner<Value>(_ body: (ExampleRunner) throws -> Value) throws -> Value {
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
        return try body(ExampleRunner(executables: root.path, root: root.path))
    }

    private func check(_ text: String, update: Bool = false) throws -> (failures: [String], page: String) {
        var page = Page(path: "page.md", text: text)
        let failures = try withRunner { try $0.check(&page, update: update) }
        return (failures, page.lines.joined(separator: "\n"))
    }

    @Test("commands share a home folder and a backend, whose names are those of the page")
    func shared() throws {
        let page = """
            <!-- run: echo 1 > file -->
            ```
            $ strata api
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
        #expect(found[0].hasPrefix("page.md:1: examples: the hidden commands failed"))
        #expect(!found[0].contains("next"))
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
        let (failures, updated) = try check(
            "a\n  ```\n  $ strata one\n  old\n\n  $ strata two\n  ```\n```\n$ strata three\n…\nold\n```\n", update: true
        )
        #expect(
            updated == """
                a
                  ```
                  $ strata one
                  one at http://127.0.0.1:8080

                  $ strata two
                  two at http://127.0.0.1:8080
                  ```
                ```
                $ strata three
                …
                old
                ```

                """)
        #expect(failures.count == 1)
    }

    @Test("a fence runs only if it begins with a prompt and no comment excludes it")
    func omitted() throws {
        let text = """
            ```text
            output
            $ false
            ```
            <!-- not run: takes a minute -->
            ```
            $ exit 1
            never
            ```
            """
        #expect(Page(path: "page.md", text: text).transcripts.isEmpty)
    }

    @Test("following a page writes its files, runs its commands on a free port and compares their output")
    func follow() throws {
        let page = """
            ```sh
            echo "listening on http://127.0.0.1:$PORT"; exec cat    # in a second terminal
            ```

            ```text
            listening on http://127.0.0.1:8080
            ```

            **new/list.txt**

            ```text
            one
            three
            ```

            **new/list.txt**

            ```diff
             one
            +two
             three
            ```

            ```sh
            tr '\\n' ' ' < new/list.txt
            ```

            ```text
            one two three
            ```
            """
        try withRunner { runner in
            try runner.follow([
                Page(path: "page.md", text: page.replacing("exec cat ", with: "exec tail -f /dev/null "))
            ])
            let list = URL(filePath: runner.root).appending(path: "new/list.txt")
            #expect(try String(contentsOf: list, encoding: .utf8) == "one\ntwo\nthree\n")
        }
    }

    @Test(
        "a page that can't be followed is an error with its line",
        arguments: [
            ("```sh\nfalse\n```", "page.md:2: examples: the command failed"),
            ("```sh\necho a\n```\n```text\nb\n```", "page.md:2: examples: the output differs"),
            ("**strata**\n\n```diff\n-gone\n+new\n```", "lines 0 times"),
        ])
    func unfollowed(text: String, message: String) throws {
        let error = #expect(throws: WorkbenchError.self) {
            try withRunner { try $0.follow([Page(path: "page.md", text: text)]) }
        }
        #expect(error?.errorDescription?.contains(message) == true)
    }

    @Test("without a backend, the examples can't run")
    func missing() {
        var page = Page(path: "page.md", text: "```\n$ true\n```")
        #expect(throws: WorkbenchError.self) {
            try ExampleRunner(executables: "/nowhere", root: "/").check(&page, update: false)
        }
    }
}
