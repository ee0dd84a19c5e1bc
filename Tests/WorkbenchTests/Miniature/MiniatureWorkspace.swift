import Foundation

@testable import Workbench

/// A small workspace without breaches, to plant a breach in: two modules, doubles, an app and a test, one third-party
/// package, one word rule, one phrase, one page, one decision.
struct MiniatureWorkspace {
    var contract = MiniatureContract()
    var phrases = [MiniaturePhrase()]
    var manifest = MiniatureManifest()
    var features = [
        Feature(name: "Tales", singular: "Tale", sample: true, paths: ["Makefile"], partial: "it has one file")
    ]
    /// Text by path.
    var files: [String: String] = [
        "Modules/Core/Core.swift": """
        import Foundation
        import VendorKit

        /// The core.
        public struct Core {}
        """,
        "Modules/Feature/Feature.swift": """
        import Core

        struct Feature {
            static let limit = 3
        }
        """,
        "Modules/Doubles/CoreStub.swift": """
        import Core
        """,
        "Apps/Tool/Tool.swift": """
        import Core
        import Feature
        """,
        "Tests/CoreTests/CoreTests.swift": """
        import Doubles
        import Testing

        @testable import Core
        """,
        "README.md": "# Miniature\n\n`Modules/Core` is the core. `make test` tests it.\n",
        "Makefile": "test:\n\tswift test\n",
        "Docs/adr/README.md": "| [0001](0001-one.md) | One | accepted | |\n",
        "Docs/adr/0001-one.md": """
        # 0001: One

        - Status: accepted
        - Date: 2026-11-22

        ## Context

        ### Why so?

        ### Why so?

        Because.

        ## Options

        None.

        ## Decision

        One.

        ## Consequences

        One.

        ## When it does not apply

        Never.

        ## Confirmation

        `CoreTests`.
        """,
    ]

    /// Adds lines to a file, which is created if it does not exist.
    mutating func append(_ text: String, to path: String) {
        files[path] = files[path].map { $0 + "\n" + text } ?? text
    }

    /// Writes all files to a temporary folder while `body` runs.
    func written<Value>(_ body: (_ root: String, _ dump: String) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "miniature-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var texts = files
        texts["Package.swift"] = manifest.source
        texts[ContractFile.path] = try contract.text
        texts[FeatureList.path] = try FeatureList(features: features).text
        texts[Vocabulary.path] = String(decoding: try JSONEncoder().encode(["phrases": phrases]), as: UTF8.self)
        texts[".build/dump.json"] = try manifest.dump
        for (path, text) in texts {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let root = folder.path(percentEncoded: false)
        return try await body(root, root + "/.build/dump.json")
    }

    func load() async throws -> Workspace {
        try await written { root, dump in
            try await WorkspaceLoader(root: root, manifestReader: ManifestReader(dumpFile: dump)).load()
        }
    }

    func check(_ selection: Check.Selection = .contract) async throws -> CheckReport {
        // The docs rule reads the folder, so the check runs while it exists.
        try await written { root, dump in
            let workspace = try await WorkspaceLoader(root: root, manifestReader: ManifestReader(dumpFile: dump)).load()
            return try Check(
                contract: workspace.contract, vocabulary: workspace.vocabulary, selection: selection
            ).run(on: workspace)
        }
    }

    /// The breaches of a rule, each as `file:line subject`.
    func breaches(of rule: String) async throws -> [String] {
        try await check().breaches.filter { $0.rule == rule }.map { "\($0.file):\($0.line) \($0.subject)" }
    }
}
