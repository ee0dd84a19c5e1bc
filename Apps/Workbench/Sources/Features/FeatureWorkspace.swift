import Foundation

/// A workspace on disk whose features are added and removed.
struct FeatureWorkspace {
    let tree: FileTree

    /// - Throws: ``WorkspaceError`` or ``FeatureError`` if the list can't be read.
    func list() throws -> FeatureList {
        try FeatureList(text: tree.text(of: FeatureList.path))
    }

    private var repository: Repository { Repository(root: URL(filePath: tree.root, directoryHint: .isDirectory)) }

    /// Refuses a tree with uncommitted changes, so that git can restore everything that a change removes.
    ///
    /// - Throws: ``RepositoryError``.
    func requireClean() throws {
        try repository.requireClean()
    }

    /// Whether the last commit has the feature.
    func isCommitted(_ feature: Feature) -> Bool {
        guard let text = try? repository.git("show", "HEAD:./" + FeatureList.path),
            let list = try? FeatureList(text: String(decoding: text, as: UTF8.self))
        else { return false }
        return list.names.contains(feature.name)
    }

    /// Makes a change and formats the Swift files that it has written.
    func apply(_ change: WorkspaceChange) throws {
        try change.apply()
        try ChildProcess.format(change.changed + change.added, in: repository.root)
    }
}
