import Foundation

/// Finds the workspace that a folder belongs to.
enum WorkspaceLocator {
    /// The nearest folder, from `start` upwards, that holds both Package.swift and the contract: a package nested in
    /// the workspace has no contract and is passed by.
    ///
    /// - Parameter climbing: Whether the folders above `start` count.
    /// - Throws: ``WorkspaceError/noWorkspace(startingAt:)``.
    static func root(startingAt start: String, climbing: Bool = true) throws -> String {
        var folder = URL(filePath: start, directoryHint: .isDirectory).standardizedFileURL
        while true {
            let tree = FileTree(root: folder.path(percentEncoded: false).withoutSlash)
            if tree.contains(ManifestSource.path), tree.contains(ContractFile.path) {
                return tree.root
            }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard climbing, folder.pathComponents.count > 1 else { break }
            folder = parent
        }
        throw WorkspaceError.noWorkspace(startingAt: start)
    }
}

extension String {
    fileprivate var withoutSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
