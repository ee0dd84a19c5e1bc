import Foundation

/// The files of a workspace, in memory.
struct Workspace: Sendable {
    let root: String
    var contract: LayerContract
    var manifest: Manifest
    var files: [SourceFile]
    var pages: [Page]
    /// All files and folders from the root, without those of Git and of builds.
    let paths: Set<String>

    /// - Throws: ``WorkbenchError`` if the folder is not a workspace, or its contract or manifest can't be read.
    init(root: String) throws {
        let paths = Self.paths(in: root)
        guard paths.isSuperset(of: ["Package.swift", LayerContract.path]) else {
            throw WorkbenchError(
                "\(root) is not a workspace: it lacks Package.swift or \(LayerContract.path). Run it in the top folder."
            )
        }
        let text = { (path: String) in try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }
        (self.root, self.paths) = (root, paths)
        contract = try LayerContract(json: text(LayerContract.path))
        manifest = try Manifest(root: root)
        let reader = try SourceReader(contract: contract)
        // Packages inside the workspace are not part of it, except for the targets that both have.
        let nested = paths.filter { $0.hasSuffix("/Package.swift") }.map(\.folder)
        let targets = manifest.targets
        files = try paths.filter { path in
            path.hasSuffix(".swift") && path != "Package.swift"
                && (!path.isBelow(nested) || targets.contains { $0.compiles(path) })
        }.sorted().map { reader.read(try text($0), at: $0) }
        pages = try Self.pages(in: root)
    }

    /// README.md and the Markdown files of Docs and .github.
    static func pages(in root: String) throws -> [Page] {
        try paths(in: root).filter { $0 == "README.md" || $0.isBelow(["Docs", ".github"]) && $0.hasSuffix(".md") }
            .sorted().map { Page(path: $0, text: try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) }
    }

    private static func paths(in root: String) -> Set<String> {
        let skipped: Set = [".git", ".swiftpm", ".strata-backend", "__pycache__"]
        let enumerator = FileManager.default.enumerator(atPath: root)
        var paths: Set<String> = []
        while let path = enumerator?.nextObject() as? String {
            let isSkipped = skipped.contains(path.lastComponent) || path.lastComponent.hasPrefix(".build")
            if isSkipped { enumerator?.skipDescendants() } else { paths.insert(path) }
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
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        if let environment { process.environment = environment }
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, data)
    }
}

extension String {
    /// Whether this path is one of these files, is in one of these folders, or matches one of these patterns.
    func isBelow(_ folders: [String]) -> Bool {
        folders.contains { folder in
            folder.contains("*") ? fnmatch(folder, self, 0) == 0 : self == folder || hasPrefix(folder + "/")
        }
    }

    var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

    /// Without white space at both ends.
    func trimming() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The number of the line that contains `index`, from 1.
    func line(at index: Index) -> Int { self[..<index].utf8.count { $0 == UInt8(ascii: "\n") } + 1 }

    /// The runs of letters, digits and underscores in ASCII.
    var words: Set<String> {
        let (letters, digits) = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"))
        return Set(
            utf8.split { !letters.contains($0 | 0x20) && !digits.contains($0) && $0 != UInt8(ascii: "_") }
                .map { String(Substring($0)) })
    }
}
