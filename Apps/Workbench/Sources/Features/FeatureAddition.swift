/// Adds a feature: a copy of the template's files, a copy of each of its lines in shared files, and an entry in the list.
struct FeatureAddition {
    let list: FeatureList
    let name: FeatureName
    let fields: [FeatureField]

    /// The change that adds the feature.
    ///
    /// - Throws: ``FeatureError`` if the name is taken, or the template can't be copied.
    func change(in tree: FileTree) throws -> WorkspaceChange {
        let files = try FeatureFiles(tree: tree)
        guard let template = files.template else { throw FeatureError.noTemplate }
        try TakenNames(files: files, tree: tree).refuse(name, fields: fields, template: template)
        let copy = try FeatureCopy(of: template, name: name, fields: fields)
        var change = WorkspaceChange(tree: tree)
        for path in template.texts.keys.sorted() {
            change.write(try copy.text(of: path), to: copy.renamed(path))
        }
        for text in files.marked where !template.feature.owns(text.path) {
            let markers = text.markers.filter { $0.value.features.contains(template.feature.name) }
            guard !markers.isEmpty else { continue }
            change.write(try registered(in: text, template: template), to: text.path)
        }
        var list = list
        list.features.append(
            Feature(
                name: name.plural.upperCamel, singular: name.singular.upperCamel, sample: false,
                paths: template.feature.paths.map(copy.renamed)))
        change.write(try list.text, to: FeatureList.path)
        return change
    }

    // MARK: Shared files

    /// The file with a copy of each of the template's lines and blocks, after the original and its earlier copies. A
    /// line that is the same for every feature is not copied: its marker names the new feature too.
    private func registered(in text: MarkedText, template: FeatureTemplate) throws -> String {
        let names = Substitution.names(of: template.name, by: name)
        let shared = text.markers.filter { index, marker in
            guard marker.kind == .line, marker.features.contains(template.feature.name) else { return false }
            let line = marker.line(text.lines[index], of: [])
            return names.applied(to: line) == line
        }
        var all = text.lines
        for (index, marker) in shared {
            all[index] = marker.line(all[index], of: marker.features + [name.plural.upperCamel])
        }
        var lines: [String] = []
        var next = 0
        for range in try text.ranges(of: [template.feature.name]) where shared[range.lowerBound] == nil {
            let original = Array(text.lines[range])
            var end = range.upperBound + 1
            while let copied = copyEnd(of: original, at: end, in: text, template: template) { end = copied }
            lines += all[next..<end]
            next = end
            lines += registration(original, template: template, isSwift: text.path.hasSuffix(".swift"))
        }
        return (lines + all[next...]).joined(separator: "\n")
    }

    /// The end of an earlier feature's copy of `original` that begins at `start`, `nil` if there is none.
    private func copyEnd(of original: [String], at start: Int, in text: MarkedText, template: FeatureTemplate) -> Int? {
        guard start < text.lines.count, let marker = text.markers[start],
            let other = list.features.first(where: { [$0.name] == marker.features && $0.name != template.feature.name })
        else { return nil }
        if marker.kind == .begin, original.count == 1 {
            // A copy that is too long for one line is a block.
            let end = text.markers.filter { $0.key > start && $0.value.kind == .end }.keys.min()
            return end.map { $0 + 1 }
        }
        let end = start + original.count
        guard end <= text.lines.count else { return nil }
        let names = Substitution.names(of: template.name, by: FeatureName(other))
        return Array(text.lines[start..<end]) == original.map(names.applied) ? end : nil
    }

    private func registration(_ original: [String], template: FeatureTemplate, isSwift: Bool) -> [String] {
        let copy = original.map(Substitution.names(of: template.name, by: name).applied)
        guard isSwift, copy.count == 1, let line = copy.first, line.count > 120,
            let comment = line.firstRange(of: /\s*\/\/ feature: \w+\s*$/)
        else { return copy }
        let indent = line.prefix { $0 == " " }
        let marker = line[comment].trimmingSpaces
        return ["\(indent)\(marker) begin", String(line[..<comment.lowerBound]), "\(indent)\(marker) end"]
    }
}
