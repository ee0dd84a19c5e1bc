import Foundation

/// A workspace on disk whose features are added and removed.
struct FeatureWorkspace {
    let tree: FileTree

    /// - Throws: ``WorkspaceError`` or ``FeatureError`` if the list can't be read.
    func list() throws -> FeatureList {
        try FeatureList(text: tree.text(of: FeatureList.path))
    }

    /// Refuses a tree with uncommitted changes, so that git can restore everything that a change removes.
    ///
    /// - Throws: ``FeatureError/uncommittedChanges(_:)``, ``FeatureError/notARepository``.
    func requireCommitted() throws {
        guard let status = try? git("status", "--porcelain") else { throw FeatureError.notARepository }
        let files = status.split(separator: "\n").map { String($0.dropFirst(3)) }
        guard files.isEmpty else { throw FeatureError.uncommittedChanges(files) }
    }

    /// Whether the last commit has the feature.
    func isCommitted(_ feature: Feature) -> Bool {
        guard let text = try? git("show", "HEAD:./" + FeatureList.path), let list = try? FeatureList(text: text) else {
            return false
        }
        return list.names.contains(feature.name)
    }

    /// Makes a change and formats the Swift files that it has written.
    func apply(_ change: WorkspaceChange) throws {
        try change.apply()
        let written = (change.changed + change.added).filter { $0.hasSuffix(".swift") }
        guard !written.isEmpty else { return }
        try ChildCommand(arguments: ["swift", "format", "format", "--in-place"] + written, folder: tree.root).output()
    }

    private func git(_ arguments: String...) throws -> String {
        try ChildCommand(arguments: ["git"] + arguments, folder: tree.root).output()
    }
}
