/// The targets and their dependencies as a Mermaid flowchart, sorted by name.
struct MermaidGraph {
    let targets: [ManifestTarget]

    /// - Parameter includesAll: whether to draw apps and tests too, with one group for each folder at the root.
    init(manifest: Manifest, includesAll: Bool) {
        targets = manifest.targets.filter { includesAll || $0.path.hasPrefix("Modules/") }.sorted { $0.name < $1.name }
    }

    var text: String {
        let names = Set(targets.map(\.name))
        let groups = Dictionary(grouping: targets) { $0.path.prefix { $0 != "/" } }
        let nodes = groups.keys.sorted().flatMap { group in
            ["    subgraph \(group)"] + groups[group, default: []].map { "        \($0.name)" } + ["    end"]
        }
        let edges = targets.flatMap { target in
            Set(target.targetDependencies).filter(names.contains).sorted().map { "    \(target.name) --> \($0)" }
        }
        return (["flowchart TD"] + nodes + edges).joined(separator: "\n")
    }
}
