import ArgumentParser
import Foundation
import Testing

@testable import Workbench

@Suite struct RenameTests {
    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(name: "Heron")

        """,
        "Docs/layers.json": #"{"about": ["heron"]}"#,
        ".template-version": "1.0.0\n",
        ".gitignore": ".build*\n",
        "Apps/Heron/HeronApp.swift": "import Egg\nimport HeronKit\n\nstruct HeronApp {\n}\n",
        ".ci/run": "#!/bin/sh\nexport HERON_STRICT=1\n",
        "picture.png": "\u{0}heron",
        "Makefile": "run:\n\theron --verbose\n",
    ]

    /// Runs `workbench rename` in a repository.
    ///
    /// - Returns: its exit code.
    private func rename(_ arguments: [String], in repository: TemporaryRepository) async throws -> Int32 {
        let dump = #"{"targets": [], "products": [], "dependencies": []}"#
        try repository.write([".build/dump.json": dump])
        let manifest = repository.root.appending(path: ".build/dump.json").path
        do {
            try await RenameCommand.parse(["--root", repository.root.path, "--manifest", manifest] + arguments).run()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        }
    }

    @Test("a rename changes texts, paths and the order of imports, and nothing of the old name is left")
    func everything() async throws {
        try await TemporaryRepository.with(Self.files) { repository in
            let script = repository.root.appending(path: ".ci/run").path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            try repository.write([".build/debug/heron": "heron"])
            try repository.commit()
            let tree = try #require(try repository.repository.line("rev-parse", "HEAD^{tree}"))

            #expect(try await rename(["Crane"], in: repository) == 0)

            var texts = try repository.texts()
            #expect(texts.removeValue(forKey: "picture.png") == "\u{0}heron")
            #expect(!texts.contains { ($0.key + $0.value).lowercased().contains("heron") })
            #expect(texts["Apps/Crane/CraneApp.swift"] == "import CraneKit\nimport Egg\n\nstruct CraneApp {\n}\n")
            #expect(!FileManager.default.fileExists(atPath: repository.root.appending(path: "Apps/Heron").path))
            #expect(texts[".ci/run"]?.contains("CRANE_STRICT") == true)
            #expect(FileManager.default.isExecutableFile(atPath: script))
            #expect(try repository.text(".build/debug/heron") == "heron")
            #expect(texts[".template-version"] == "1.0.0\ntree \(tree)\n")

            try repository.commit()
            #expect(try await rename(["Heron"], in: repository) == 0)
            #expect(try repository.text("Apps/Heron/HeronApp.swift") == Self.files["Apps/Heron/HeronApp.swift"])
            #expect(try repository.text(".template-version") == texts[".template-version"])
        }
    }

    @Test(
        "a dry run and a refused name change nothing",
        arguments: [["Crane", "--dry-run"], ["my-app"], ["Heron"], ["Egg"]])
    func unchanged(arguments: [String]) async throws {
        try await TemporaryRepository.with(Self.files) { repository in
            let code = try await rename(arguments, in: repository)
            #expect(code == (arguments.contains("--dry-run") ? 0 : 2))
            #expect(try repository.texts() == Self.files)
        }
    }

    @Test("a working tree with uncommitted changes is refused with the command to type, unless forced")
    func uncommitted() async throws {
        try await TemporaryRepository.with(Self.files) { repository in
            try repository.write(["notes.txt": "mine"])
            let error = #expect(throws: RepositoryError.uncommittedChanges(["notes.txt"])) {
                try repository.repository.requireClean()
            }
            #expect(error?.errorDescription?.contains("Type `git stash --include-untracked`") == true)
            #expect(try await rename(["Crane"], in: repository) == 2)
            #expect(try repository.text("Makefile") == Self.files["Makefile"])

            #expect(try await rename(["Crane", "--force"], in: repository) == 0)
            #expect(try repository.text("Makefile") == "run:\n\tcrane --verbose\n")
        }
    }

    @Test("a folder that is no repository, or only a part of one, is refused")
    func noRepository() async throws {
        try await TemporaryRepository.with(Self.files) { repository in
            let inner = Repository(root: repository.root.appending(path: "Docs"))
            #expect(throws: RepositoryError.notARepository(inner.root.path)) { try inner.requireClean() }
            try repository.repository.requireClean()
        }
    }

    @Test("a path that exists already is refused before anything changes")
    func occupied() async throws {
        var files = Self.files
        files["Docs/heron.md"] = "old"
        files["Docs/crane.md"] = "other"
        try await TemporaryRepository.with(files) { repository in
            let code = try await rename(["Crane", "--force"], in: repository)
            #expect(code == 2)
            #expect(try repository.texts() == files)
        }
    }
}
