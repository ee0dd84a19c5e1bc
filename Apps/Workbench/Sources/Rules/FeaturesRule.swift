/// Docs/features.json and the feature markers match the workspace, so that a feature can be removed and copied.
///
/// Every path of a feature matches a file, every feature has its folder in Models and in Services, every marker names a
/// feature, every block has an end, and in the template, lines that name fields come in groups.
struct FeaturesRule: Rule {
    let id = "features"
    static let layers = ["Modules/Models/", "Modules/Services/"]

    func judge(_ workspace: Workspace) -> Judgement {
        let files = workspace.features
        let breaches =
            faults(of: files.template)
            + files.list.features.flatMap { faults(of: $0, in: files) }
            + files.marked.flatMap { faults(of: $0, in: files.list) }
        let markers = files.marked.reduce(0) { $0 + $1.markers.count }
        return Judgement(
            breaches: breaches, tally: Tally(["feature": files.list.features.count, "marker": markers]))
    }

    private func faults(of feature: Feature, in files: FeatureFiles) -> [Breach] {
        func breach(_ subject: String, _ what: String, why: String, fix: String) -> Breach {
            Breach(
                file: FeatureList.path, line: files.line(of: feature), rule: id, subject: subject, what: what,
                why: why, fix: fix)
        }
        let lost = feature.paths.filter { glob in !files.paths.contains { $0.matches(glob: glob) } }.map { glob in
            breach(
                "\(feature.name) -> \(glob)", "the path \(glob) of \(feature.name) matches no file",
                why: "The removal of the feature would leave its file behind", fix: "Correct the path, or delete it")
        }
        let missing = Self.layers.filter { layer in
            !files.paths.contains { $0.hasPrefix(layer) && $0.contains("/\(feature.name)/") }
        }
        switch (missing.isEmpty, feature.partial) {
        case (false, nil):
            return lost + [
                breach(
                    feature.name, "\(feature.name) has no folder in \(missing.joined(separator: " and "))",
                    why:
                        "A feature has the same folder in every layer, so that a reader and the removal find its files",
                    fix: "Move its files to \(missing[0])\(feature.name), or state the reason as \"partial\"")
            ]
        case (true, .some):
            return lost + [
                breach(
                    feature.name, "\(feature.name) is \"partial\" and has a folder in every layer",
                    why: "An unused reason hides the next missing folder", fix: "Delete \"partial\"")
            ]
        default:
            return lost
        }
    }

    private func faults(of text: MarkedText, in list: FeatureList) -> [Breach] {
        let unknown = text.markers.flatMap { index, marker in
            marker.features.filter { !list.names.contains($0) }.map { name in
                Breach(
                    file: text.path, line: index + 1, rule: id, subject: name,
                    what: "the marker names \(name), and \(FeatureList.path) lists no such feature",
                    why: "The line would stay when the feature is removed", fix: "Correct the name, or add the feature")
            }
        }
        let unbalanced = text.faults.map { line, what in
            Breach(
                file: text.path, line: line, rule: id, subject: text.path, what: what,
                why: "The removal of the feature would delete the wrong lines",
                fix: "Put each block between `feature: Name begin` and `feature: Name end`")
        }
        return unknown + unbalanced
    }

    private func faults(of template: FeatureTemplate?) -> [Breach] {
        (template?.faults ?? []).map { file, line, what in
            Breach(
                file: file, line: line, rule: id, subject: file, what: "the line \(what)",
                why: "`make feature` copies this file, and repeats the line of a field for each field of its type",
                fix: "Give each field a line of its own, in the order of \(FeatureList.path), or use another word")
        }
    }
}
