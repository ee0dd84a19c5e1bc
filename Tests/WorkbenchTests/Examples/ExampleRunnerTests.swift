import Foundation
import Testing

@testable import Workbench

@Suite struct ExampleRunnerTests {
    /// The failures of a page, with executables that are shell scripts: `strata` prints its arguments and the base URL.
    private func failures(of text: String, update: Bool = false) throws -> (failures: [String], page: String) {
        let root = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)")
        let bin = root.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, script) in [
            "strata": "echo \"$* at $STRATA_BASE_URL\"",
            "strata-backend": "echo '{\"event\":\"ready\",\"url\":\"http://127.0.0.1:49152\"}'; cat >/dev/null",
        ] {
            let file = bin.appending(path: name)
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let file = root.appending(path: "page.md")
        try Data(text.utf8).write(to: file)
        var page = ExamplePage(path: "page.md", text: text)
        var failures = try ExampleRunner(executables: bin, root: root.path).failures(of: page)
        if update { failures = try page.update(failures, in: FileTree(root: root.path)) }
        return (failures.map { $0.text(file: "page.md") }, try String(contentsOf: file, encoding: .utf8))
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

            $ strata || echo failed >&2; false
             at http://127.0.0.1:8080
            ```
            """

        #expect(try failures(of: page).failures == [])
    }

    @Test("a planted difference is reported with its line and both texts")
    func mismatch() throws {
        let found = try failures(of: "# Page\n```\n$ strata api\napi at http://localhost\n```\n").failures

        #expect(
            found == [
                """
                page.md:3: examples: the output of `strata api` differs from a run. Fix: Correct the page, or run \
                `make examples UPDATE=1`.
                  - api at http://localhost
                  + api at http://127.0.0.1:8080
                """
            ])
    }

    @Test("hidden commands that fail are reported")
    func preparation() throws {
        let found = try failures(of: "<!-- run\nls gone\necho next\n-->\n```\n$ true\n```\n").failures

        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("page.md:1: examples: the hidden commands failed.") == true)
        #expect(found.first?.contains("next") == false)
    }

    @Test("an update writes the printed lines, and leaves outputs with omitted lines")
    func update() throws {
        let page = "a\n  ```\n  $ strata one\n  old\n\n  $ strata two\n  ```\n```\n$ strata three\n…\nold\n```\n"
        let (failures, updated) = try failures(of: page, update: true)

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
        #expect(failures.first?.hasPrefix("page.md:9:") == true)
    }

    @Test("without a backend, the examples can't run")
    func missing() {
        let folder = URL(filePath: "/nowhere")

        #expect(throws: ExampleError.noBackend("/nowhere/strata-backend")) {
            try ExampleRunner(executables: folder, root: "/").failures(
                of: ExamplePage(path: "page.md", text: "```\n$ true\n```"))
        }
    }
}
