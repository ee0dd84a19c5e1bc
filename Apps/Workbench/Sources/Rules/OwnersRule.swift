/// Every third-party package has one owner among the shipped targets, and every adapter one user, the composition root.
/// Tests use the packages and adapters that their rows list.
struct OwnersRule: Rule {
    let id = "owners"

    func judge(_ workspace: Workspace) -> Judgement {
        let contract = workspace.contract
        var breaches = secondOwners(in: workspace)
        var count = 0
        for (file, row) in workspace.ruledFiles {
            for declaration in file.imports {
                if isMisplacedAdapter(declaration.module, in: row, workspace: workspace) {
                    breaches.append(choice(declaration, in: file, row: row, root: contract.compositionRoot))
                }
                guard let package = contract.package(offering: declaration.module) else { continue }
                count += 1
                if !row.mayImport(declaration.module, of: package, contract) {
                    breaches.append(trespass(declaration, of: package, in: file, row: row, contract: contract))
                }
            }
        }
        let tally = Tally(["package": contract.packages.count, "file": workspace.ruledFiles.count, "import": count])
        return Judgement(breaches: breaches, tally: tally)
    }

    private func secondOwners(in workspace: Workspace) -> [Breach] {
        let shipped = workspace.contract.targets.filter(\.ownsPackages)
        let sharing = workspace.contract.sharedPackages
        return workspace.contract.packages.flatMap { package in
            let owners = shipped.filter { row in
                row.lists(package: package.package) && !sharing.contains { $0.covers(package, in: row.target) }
            }
            let names = owners.map(\.target)
            return names.dropFirst().map { second in
                Breach(
                    file: ContractFile.path, line: workspace.contractFile.line(of: "target", second), rule: id,
                    subject: package.package,
                    what: "\(second) lists \(package.package), which \(names[0]) owns",
                    why: "A package with two owners cannot be replaced in one module",
                    fix: "Delete it from the row, and use it through a port that \(names[0]) implements")
            }
        }
    }

    /// Whether a shipped target names an adapter instead of its port. The imports rule reports an import that
    /// the row does not list. A system library has no port.
    private func isMisplacedAdapter(_ module: String, in row: TargetRow, workspace: Workspace) -> Bool {
        !row.kind.isForTests && row.target != workspace.contract.compositionRoot && row.imports.contains(module)
            && workspace.contract.row(of: module)?.kind == .adapter
            && workspace.manifest.target(named: module)?.kind != .system
    }

    private func choice(_ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow, root: String) -> Breach {
        Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports the adapter \(declaration.module)",
            why: "Only \(root) chooses adapters, so that replacing one changes one target",
            fix: "Take the port's value from \(root), and delete \"\(declaration.module)\" from the row")
    }

    private func trespass(
        _ declaration: ImportDeclaration, of package: PackageRow, in file: SourceFile, row: TargetRow,
        contract: LayerContract
    ) -> Breach {
        let owner = contract.targets.first { owner in
            owner.ownsPackages && owner.lists(package: package.package)
                && !contract.sharedPackages.contains { $0.covers(package, in: owner.target) }
        }?.target
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module) of \(package.package), "
                + (owner.map { "which \($0) owns" } ?? "which no row lists"),
            why: "One target owns each package, so that replacing it changes one target",
            fix: row.kind.isForTests || owner == nil
                ? "List \"\(package.package)\" in the row of \(row.target)"
                : "Use it through a port that \(owner ?? "") implements")
    }
}
