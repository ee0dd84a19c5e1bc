/// The targets and their dependencies as a Mermaid flowchart, in an order that depends on names only.
struct MermaidGraph {
    let targets: [ManifestTarget]

    /// - Parameter includesAll: Whether apps and tests are drawn too, each folder at the root as a group of its own.
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
