import Foundation

/// The changes that a rename makes to the files of a folder.
struct RenamePlan: Sendable {
    struct Change: Sendable {
        let path: String
        let newPath: String
        /// The new content and the number of its replacements; `nil` if only the path changes.
        let content: (data: Data, count: Int)?
    }

    let root: URL
    let changes: [Change]

    var replacements: Int { changes.reduce(0) { $0 + ($1.content?.count ?? 0) } }
    var moves: [Change] { changes.filter { $0.path != $0.newPath } }

    /// - Parameter files: paths from `root`. Binary files keep their content, and symbolic links keep their targets.
    /// - Throws: ``RenameError/occupied(_:by:)`` if a new path exists already.
    init(_ renaming: Renaming, of files: [String], in root: URL) throws {
        self.root = root
        let existing = Set(files)
        changes = try files.compactMap { path in
            let file = root.appending(path: path)
            let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
            let content = type == .typeRegular ? renaming.applied(to: try Data(contentsOf: file)) : nil
            let newPath = renaming.applied(to: path)
            guard newPath != path || content != nil else { return nil }
            guard newPath == path || !existing.contains(newPath) else { throw RenameError.occupied(newPath, by: path) }
            return Change(path: path, newPath: newPath, content: content)
        }
    }

    /// Writes the contents, then moves the files.
    ///
    /// - Returns: the new paths of the files whose content has changed.
    func apply() throws -> [String] {
        let files = FileManager.default
        for change in changes {
            let file = root.appending(path: change.path)
            try change.content?.data.replace(file)
            guard change.newPath != change.path else { continue }
            let destination = root.appending(path: change.newPath)
            try files.createDirectory(at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.moveItem(at: file, to: destination)
            try removeEmptyFolders(above: change.path)
        }
        return changes.filter { $0.content != nil }.map(\.newPath)
    }

    private func removeEmptyFolders(above path: String) throws {
        var folders = path.split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = root.appending(path: folders.joined(separator: "/"))
            guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else { return }
            try FileManager.default.removeItem(at: folder)
            folders = folders.dropLast()
        }
    }
}
