/// Removes features: their folders, the files that their paths match, their marked lines, their entries, and then the
/// targets, dependencies and grants that are no longer needed.
struct FeatureRemoval {
    let list: FeatureList
    let removed: [Feature]

    /// The change that removes the features.
    ///
    /// - Throws: ``FeatureError`` if the markers of a file are not balanced.
    func change(in tree: FileTree) throws -> (change: WorkspaceChange, lines: Int) {
        var change = WorkspaceChange(tree: tree)
        var lines = 0
        let names = Set(removed.map(\.name))
        for file in change.files {
            if removed.contains(where: { $0.owns(file) }) {
                change.delete(file)
            } else if let text = change.text(of: file), text.contains("feature: "),
                let rest = try MarkedText(path: file, text: text).removing(names)
            {
                change.write(rest.text, to: file)
                lines += rest.count
            }
        }
        var list = list
        list.features.removeAll { names.contains($0.name) }
        change.write(try list.text, to: FeatureList.path)
        return (change, lines)
    }
}
