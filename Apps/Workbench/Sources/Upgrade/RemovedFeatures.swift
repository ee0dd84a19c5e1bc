import Foundation

/// The template's features that a team has removed from its workspace.
struct RemovedFeatures: Sendable {
    private let remaining: FeatureList?

    /// - Parameter workspace: the team's folder.
    init(of workspace: URL) throws {
        remaining = try Self.list(in: workspace)
    }

    /// Removes the same features from a state of the template. A workspace without any sample feature gets no new one.
    func remove(from state: URL) throws {
        guard let remaining, let list = try Self.list(in: state) else { return }
        let isStripped = !remaining.features.contains(where: \.sample)
        let removed = list.features.filter { feature in
            feature.sample && (isStripped || !remaining.names.contains(feature.name))
        }
        guard !removed.isEmpty else { return }
        let tree = FileTree(root: state.path)
        try FeatureWorkspace(tree: tree).apply(FeatureRemoval(list: list, removed: removed).change(in: tree).change)
    }

    private static func list(in root: URL) throws -> FeatureList? {
        let text = try? String(contentsOf: root.appending(path: FeatureList.path), encoding: .utf8)
        return try text.map(FeatureList.init(text:))
    }
}
