/// No app reaches a test's code, through any path of dependencies.
struct ReachabilityRule: Rule {
    let id = "reachability"

    /// A way through the manifest's dependencies.
    private struct Path {
        var through: [String]
        var end: String

        var text: String { (through + [end]).joined(separator: " -> ") }
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let apps = workspace.ruledTargets.filter { $0.row.kind == .app }.map(\.target)
        let breaches = apps.flatMap { app in
            forbiddenPaths(from: app.name, in: workspace).map { path in
                Breach(
                    file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: app.name), rule: id,
                    subject: "\(app.name) -> \(path.end)", what: "\(app.name) links \(path.end) (\(path.text))",
                    why: "Doubles and fixtures do not belong in what is shipped",
                    fix: "Cut the last dependency of that path in Package.swift")
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["app target": apps.count]))
    }

    /// The shortest path to each target that only tests may use.
    private func forbiddenPaths(from app: String, in workspace: Workspace) -> [Path] {
        var queue = [Path(through: [], end: app)]
        var seen: Set<String> = [app]
        var found: [Path] = []
        while !queue.isEmpty {
            let path = queue.removeFirst()
            if let kind = workspace.contract.row(of: path.end)?.kind, [.support, .helper, .test].contains(kind) {
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
