/// Shipped targets contain no test code: no app, module, adapter or executable product depends on a double, a contract
/// suite, a test or its helpers.
///
/// Judging each target's direct dependencies suffices, because their dependencies are judged too.
struct ReachabilityRule: Rule {
    let id = "reachability"

    func judge(_ workspace: Workspace) -> Judgement {
        let shipped = workspace.ruledTargets.filter { !$0.row.kind.isForTests }
        let linked = shipped.flatMap { target, row in
            // The imports and manifest rules report a dependency that the row does not list.
            (row.imports + row.runs).filter { isForTests($0, in: workspace) && target.targetDependencies.contains($0) }
                .map { name in
                    breach(
                        at: target.name, subject: "\(target.name) -> \(name)",
                        what: "\(target.name) links \(name), which is for tests",
                        fix: "Delete the import of \(name), and its name from the row and from Package.swift")
                }
        }
        let products = workspace.manifest.products.filter(\.isExecutable).flatMap { product in
            product.targets.filter { isForTests($0, in: workspace) }.map { name in
                breach(
                    at: name, subject: name, what: "the product \(product.name) is \(name), which is for tests",
                    fix: "Delete the product from Package.swift")
            }
        }
        return Judgement(breaches: linked + products, tally: Tally(["shipped target": shipped.count]))

        func breach(at target: String, subject: String, what: String, fix: String) -> Breach {
            Breach(
                file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: target), rule: id,
                subject: subject, what: what, why: "Test code does not belong in a shipped target", fix: fix)
        }
    }

    private func isForTests(_ target: String, in workspace: Workspace) -> Bool {
        workspace.contract.row(of: target)?.kind.isForTests == true
    }
}
