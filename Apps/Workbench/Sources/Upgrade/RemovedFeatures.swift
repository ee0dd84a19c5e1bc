import Foundation

/// The template's features that a team has removed from its workspace.
struct RemovedFeatures: Sendable {
    /// The features of the starting state that the team no longer has.
    private let names: Set<String>
    /// Whether the team has removed the whole sample.
    private let isStripped: Bool

    /// - Parameters:
    ///   - workspace: the team's folder.
    ///   - start: the folder with the template's state that the workspace comes from.
    init(of workspace: URL, since start: URL) throws {
        let (remaining, earlier) = (try Self.list(in: workspace), try Self.list(in: start))
        names = Set(earlier?.names ?? []).subtracting(remaining?.names ?? [])
        isStripped = remaining?.features.contains(where: \.sample) == false
    }

    /// Removes the same features from a state of the template. A workspace without any sample feature gets no new one.
    func remove(from state: URL) throws {
        guard let list = try Self.list(in: state) else { return }
        let removed = list.features.filter { $0.sample && (isStripped || names.contains($0.name)) }
        guard !removed.isEmpty else { return }
        let tree = FileTree(root: state.path)
        try FeatureWorkspace(tree: tree).apply(FeatureRemoval(list: list, removed: removed).change(in: tree).change)
    }

    private static func list(in root: URL) throws -> FeatureList? {
        let text = try? String(contentsOf: root.appending(path: FeatureList.path), encoding: .utf8)
        return try text.map(FeatureList.init(text:))
    }
}
