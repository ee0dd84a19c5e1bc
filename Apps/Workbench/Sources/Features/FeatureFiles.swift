/// The features of a workspace with the files that name them.
struct FeatureFiles: Sendable {
    let list: FeatureList
    /// Every file of the workspace.
    let paths: [String]
    /// The files with markers.
    let marked: [MarkedText]
    /// The feature that `make feature` copies.
    let template: FeatureTemplate?
    private let lines: [Substring]

    /// - Throws: ``WorkspaceError`` or ``FeatureError`` if the list can't be read.
    init(tree: FileTree) throws {
        let text = try tree.text(of: FeatureList.path)
        list = try FeatureList(text: text)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let paths = tree.sources()
        self.paths = paths
        template = try list.template.map { feature in
            let owned = paths.filter(feature.owns)
            return try FeatureTemplate(
                feature: feature, texts: Dictionary(uniqueKeysWithValues: owned.map { ($0, try tree.text(of: $0)) }))
        }
        marked = paths.compactMap { path in
            guard let text = try? tree.text(of: path), text.contains("feature: ") else { return nil }
            let marked = MarkedText(path: path, text: text)
            return marked.markers.isEmpty ? nil : marked
        }
    }

    /// The line of a feature in the list.
    func line(of feature: Feature) -> Int {
        (lines.firstIndex { $0.contains("\"name\":\"\(feature.name)\"") } ?? 0) + 1
    }
}
