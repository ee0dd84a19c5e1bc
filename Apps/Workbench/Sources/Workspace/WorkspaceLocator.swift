import Foundation

/// Finds the workspace that a folder belongs to.
enum WorkspaceLocator {
    /// The nearest folder, from `start` upwards, that contains Package.swift and the contract. A package inside
    /// the workspace has no contract.
    ///
    /// - Parameter climbing: whether to search the folders above `start`.
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
