import Foundation

/// The files under a package's root, named by their paths from the root.
struct FileTree: Sendable {
    let root: String

    /// Every file and folder except hidden ones and their contents, which belong to builds, tools and git.
    func paths() -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: root) else { return [] }
        var paths: [String] = []
        while let path = enumerator.nextObject() as? String {
            if path.split(separator: "/").last?.hasPrefix(".") == true {
                enumerator.skipDescendants()
            } else {
                paths.append(path)
            }
        }
        return paths.sorted()
    }

    /// The workspace's own files, including hidden ones: all files except those of git, builds and tools.
    func sources() -> [String] {
        let stores: Set<String> = [".git", ".swiftpm", ".strata-backend", ".venv", "__pycache__"]
        guard let enumerator = FileManager.default.enumerator(atPath: root) else { return [] }
        var paths: [String] = []
        while let path = enumerator.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if stores.contains(name) || name.hasPrefix(".build") {
                enumerator.skipDescendants()
            } else if enumerator.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                paths.append(path)
            }
        }
        return paths.sorted()
    }

    func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: absolute(path))
    }

    /// The names in a folder, including hidden ones.
    func names(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: absolute(folder))
        return names ?? []
    }

    /// - Throws: ``WorkspaceError/unreadableFile(_:cause:)``.
    func text(of path: String) throws -> String {
        do {
            return try String(contentsOfFile: absolute(path), encoding: .utf8)
        } catch {
            throw WorkspaceError.unreadableFile(path, cause: error.localizedDescription)
        }
    }

    private func absolute(_ path: String) -> String {
        root + "/" + path
    }
}
