/// A target's dependencies in Package.swift are exactly the modules that its files import, and its row allows them.
///
/// SwiftPM also permits imports of indirect dependencies, and does not report a dependency without an import.
struct ManifestRule: Rule {
    let id = "manifest"

    func judge(_ workspace: Workspace) -> Judgement {
        var breaches = unusedPackages(in: workspace)
        var edges = 0
        for (target, row) in workspace.ruledTargets {
            edges += target.dependencies.count
            breaches += missing(in: target, row: row, workspace: workspace)
            breaches += unused(in: target, row: row, workspace: workspace)
            breaches += idleRuns(in: target, row: row, workspace: workspace)
        }
        let tally = Tally(["target": workspace.ruledTargets.count, "edge": edges])
        return Judgement(breaches: breaches, tally: tally)
    }

    // MARK: Missing

    /// Imports that the row allows and the manifest does not name for this target: one breach for each module, at its
    /// first import. The imports and owners rules report what the row does not allow.
    private func missing(in target: ManifestTarget, row: TargetRow, workspace: Workspace) -> [Breach] {
        let declared = Set(target.targetDependencies + target.products.map(\.name))
        let known = Set(workspace.manifest.targets.map(\.name))
        var reported = declared
        var breaches: [Breach] = []
        for file in workspace.files[target.name, default: []] {
            for declaration in file.imports where !reported.contains(declaration.module) {
                let package = workspace.contract.package(offering: declaration.module)
                let isAllowed =
                    known.contains(declaration.module)
                    ? row.imports.contains(declaration.module)
                    : package.map { row.mayImport(declaration.module, of: $0, workspace.contract) } ?? false
                guard isAllowed else { continue }
                reported.insert(declaration.module)
                breaches.append(
                    Breach(
                        file: file.path, line: declaration.line, rule: id,
                        subject: "\(target.name) -> \(declaration.module)",
                        what: "\(target.name) imports \(declaration.module), which its dependencies do not name",
                        why: "It builds only while another dependency links the module",
                        fix: "Add \(declaration.module) to the dependencies of \(target.name) in Package.swift"))
            }
        }
        return breaches
    }

    // MARK: Unused

    /// Dependencies without an import. A dependency whose import the row does not allow is reported at the import.
    private func unused(in target: ManifestTarget, row: TargetRow, workspace: Workspace) -> [Breach] {
        let imported = workspace.modulesImported(by: target.name)
        let names = target.targetDependencies + target.products.map(\.name)
        return names.filter { !imported.contains($0) && !row.runs.contains($0) }.map { name in
            let isExecutable = workspace.manifest.target(named: name)?.kind == .executable
            return Breach(
                file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: target.name), rule: id,
                subject: "\(target.name) -> \(name)",
                what: "\(target.name) depends on \(name) and does not import it",
                why: "An unused dependency costs build time and hides what the target needs",
                fix: isExecutable && row.kind.isForTests
                    ? "Add \"\(name)\" to the row's \"runs\", as a child process"
                    : "Delete it from Package.swift" + (row.imports.contains(name) ? " and from the row's imports" : "")
            )
        }
    }

    /// Entries of a row's `runs` that are no dependency in the manifest, or that the target imports.
    private func idleRuns(in target: ManifestTarget, row: TargetRow, workspace: Workspace) -> [Breach] {
        let imported = workspace.modulesImported(by: target.name)
        return row.runs.filter { !target.targetDependencies.contains($0) || imported.contains($0) }.map { name in
            Breach(
                file: ContractFile.path, line: workspace.contractFile.line(of: "target", target.name), rule: id,
                subject: "\(target.name) -> \(name)",
                what: "the row of \(target.name) lists \(name) in \"runs\", "
                    + (imported.contains(name)
                        ? "but the target imports it" : "but Package.swift has no such dependency"),
                why: "An unused grant permits the next dependency without a decision",
                fix: "Delete \"\(name)\" from the row's runs")
        }
    }

    /// Packages in Package.swift that no target uses.
    private func unusedPackages(in workspace: Workspace) -> [Breach] {
        let used = Set(
            workspace.manifest.targets.flatMap(\.products).compactMap { product in
                product.package?.lowercased() ?? workspace.contract.package(offering: product.name)?.identity
            })
        return workspace.manifest.packages.filter { !used.contains($0) }.map { package in
            Breach(
                file: ManifestSource.path, line: workspace.manifestSource.line(ofPackage: package), rule: id,
                subject: package, what: "no target depends on a product of \(package)",
                why: "Every clone of the workspace downloads it",
                fix: "Delete the package from Package.swift")
        }
    }
}
