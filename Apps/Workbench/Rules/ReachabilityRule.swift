/// What is shipped contains no test code: no app, module, adapter or executable product reaches a double, a contract
/// suite, a test or its helpers through any path of dependencies.
struct ReachabilityRule: Rule {
    let id = "reachability"

    /// A way through the manifest's dependencies.
    private struct Path {
        var through: [String]
        var end: String

        var text: String { (through + [end]).joined(separator: " -> ") }
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let products = Set(workspace.manifest.products.filter(\.isExecutable).flatMap(\.targets))
        let shipped = workspace.ruledTargets.filter { !$0.row.kind.isForTests || products.contains($0.target.name) }
            .map(\.target)
        let breaches = shipped.flatMap { target in
            forbiddenPaths(from: target.name, in: workspace).map { path in
                Breach(
                    file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: target.name), rule: id,
                    subject: "\(target.name) -> \(path.end)", what: "\(target.name) links \(path.end) (\(path.text))",
                    why: "Test code does not belong in what is shipped",
                    fix: "Delete the last dependency of that path from Package.swift")
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["shipped target": shipped.count]))
    }

    /// The shortest path to each target that only tests may use.
    private func forbiddenPaths(from start: String, in workspace: Workspace) -> [Path] {
        var queue = [Path(through: [], end: start)]
        var seen: Set<String> = [start]
        var found: [Path] = []
        while !queue.isEmpty {
            let path = queue.removeFirst()
            if workspace.contract.row(of: path.end)?.kind.isForTests == true {
                found.append(path)
                continue
            }
            let next = workspace.manifest.target(named: path.end)?.targetDependencies ?? []
            for name in next where seen.insert(name).inserted {
                queue.append(Path(through: path.through + [path.end], end: name))
            }
        }
        return found
    }
}
