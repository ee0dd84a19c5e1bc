import Foundation

/// The files of a workspace, in memory.
struct Workspace: Sendable {
    let root: String
    var contract: LayerContract
    var contractText: String
    var manifest: Manifest
    var files: [SourceFile]
    var pages: [Page]
    /// The Makefile, the scripts and the workflows: each line is a command.
    let scripts: [(path: String, text: String)]
    /// All files and folders from the root, without those of Git and of builds.
    let paths: Set<String>

    /// - Throws: ``WorkbenchError`` if the folder is no workspace, or its contract or manifest can't be read.
    static func load(_ root: String) async throws -> Workspace {
        let paths = Self.paths(in: root)
        guard paths.contains(LayerContract.path), paths.contains("Package.swift") else {
            throw WorkbenchError(
                "\(root) is no workspace: it needs Package.swift and \(LayerContract.path). Name another folder with --root."
            )
        }
        @Sendable func text(_ path: String) throws -> String {
            try String(contentsOf: URL(filePath: "\(root)/\(path)"), encoding: .utf8)
        }
        async let manifest = Self.manifest(root)
        let contractText = try text(LayerContract.path)
        let contract = try LayerContract(json: contractText)
        let reader = try SourceReader(contract: contract)
        let packages = paths.filter { $0.hasSuffix("/Package.swift") }
        let files = try await withThrowingTaskGroup(of: SourceFile.self) { group in
            for path in paths where path.hasSuffix(".swift") && path != "Package.swift" && !packages.contains(path) {
                group.addTask { @concurrent in reader.read(try text(path), at: path) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let loaded = try await manifest
        // Packages inside the workspace are no part of it, except for the targets that both have.
        let nested = packages.map(\.folder)
        let scripts = paths.filter { path in
            path == "Makefile" || path.hasSuffix(".sh") || path.isBelow([".ci/*", ".github/workflows/*"])
        }
        return Workspace(
            root: root, contract: contract, contractText: contractText, manifest: loaded,
            files: files.filter { file in
                !file.path.isBelow(nested) || loaded.targets.contains { $0.compiles(file.path) }
            }.sorted { $0.path < $1.path },
            pages: try pages(in: root, of: paths), scripts: try scripts.sorted().map { ($0, try text($0)) },
            paths: paths)
    }

    /// README.md and the Markdown files of Docs and .github.
    static func pages(in root: String, of paths: Set<String>? = nil) throws -> [Page] {
        try (paths ?? Self.paths(in: root)).filter { path in
            path == "README.md" || path.isBelow(["Docs", ".github"]) && path.hasSuffix(".md")
        }.sorted().map { Page(path: $0, text: try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) }
    }

    @concurrent private static func manifest(_ root: String) async throws -> Manifest { try Manifest(root: root) }

    private static func paths(in root: String) -> Set<String> {
        let skipped: Set<String> = [".git", ".swiftpm", ".strata-backend", ".venv", "__pycache__"]
        guard let enumerator = FileManager.default.enumerator(atPath: root) else { return [] }
        var paths: Set<String> = []
        while let path = enumerator.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if skipped.contains(name) || name.hasPrefix(".build") {
                enumerator.skipDescendants()
            } else {
                paths.insert(path)
            }
        }
        return paths
    }
}

/// Runs other programs.
enum Shell {
    /// - Parameter environment: instead of this process's own.
    /// - Returns: the exit code and the standard output. Errors go to this process's standard error.
    static func run(
        _ arguments: [String], in folder: String, environment: [String: String]? = nil
    ) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        if let environment { process.environment = environment }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, data)
    }
}
