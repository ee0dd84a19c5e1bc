import ArgumentParser
import Foundation
import Testing

@testable import Workbench

@Suite struct CommandTests {
    private func exitCode(of workspace: MiniatureWorkspace, spoiling: (_ root: String) throws -> Void = { _ in })
        async throws
        -> Int32
    {
        try await workspace.written { root, dump in
            try spoiling(root)
            do {
                try await CheckCommand.parse(["--root", root, "--manifest", dump]).run()
                return 0
            } catch let code as ExitCode {
                return code.rawValue
            }
        }
    }

    @Test("check exits with 0 without breaches and with 1 with a breach")
    func judged() async throws {
        var workspace = MiniatureWorkspace()
        #expect(try await exitCode(of: workspace) == 0)

        workspace.append("import Feature", to: "Modules/Core/Core.swift")
        #expect(try await exitCode(of: workspace) == 1)
    }

    @Test(
        "check exits with 2 if it could not run",
        arguments: [
            "Docs/layers.json", "Docs/vocabulary.json", "Package.swift", ".build/dump.json", "Modules/Core/Core.swift",
        ])
    func unjudged(path: String) async throws {
        let code = try await exitCode(of: MiniatureWorkspace()) { root in
            // Neither JSON nor UTF-8.
            try Data([0xFF, 0xFE]).write(to: URL(filePath: root + "/" + path))
        }

        #expect(code == 2)
    }

    @Test("check exits with 2 if SwiftPM cannot read Package.swift")
    func brokenManifest() async throws {
        let code = try await MiniatureWorkspace().written { root, _ -> Int32 in
            try Data("// swift-tools-version: 6.2\nlet package = 1\n".utf8).write(
                to: URL(filePath: root + "/Package.swift"))
            do {
                try await CheckCommand.parse(["--root", root]).run()
                return 0
            } catch let code as ExitCode {
                return code.rawValue
            }
        }

        #expect(code == 2)
    }

    @Test("graph reads only the manifest")
    func graph() async throws {
        try await MiniatureWorkspace().written { root, dump in
            try await GraphCommand.parse(["--root", root, "--manifest", dump, "--all"]).run()
        }
    }
}
