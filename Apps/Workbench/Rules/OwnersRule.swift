/// Every third-party package has one owner among the modules, and apps and tests use the packages that their rows list.
struct OwnersRule: Rule {
    let id = "owners"

    func judge(_ workspace: Workspace) -> Judgement {
        let contract = workspace.contract
        var breaches = secondOwners(in: workspace)
        var usedGrants: Set<Grant> = []
        var usedCurrency: Set<Grant> = []
        var count = 0
        for (file, row) in workspace.ruledFiles {
            for declaration in file.imports {
                guard let package = contract.package(offering: declaration.module) else { continue }
                count += 1
                let isCurrency = contract.currency.contains {
                    $0.module == declaration.module && $0.targets.contains(row.target)
                }
                if row.lists(package: package.package) {
                    usedGrants.insert(Grant(target: row.target, name: package.identity))
                } else if isCurrency {
                    usedCurrency.insert(Grant(target: row.target, name: declaration.module))
                } else {
                    breaches.append(trespass(declaration, of: package, in: file, row: row, contract: contract))
                }
            }
        }
        breaches += idleGrants(in: workspace, used: usedGrants)
        breaches += idleCurrency(in: workspace, used: usedCurrency)
        let tally = Tally(["package": contract.packages.count, "file": workspace.ruledFiles.count, "import": count])
        return Judgement(breaches: breaches, tally: tally)
    }

    /// A target and a package or module that it may use.
    private struct Grant: Hashable {
        let target: String
        let name: String
    }

    private func secondOwners(in workspace: Workspace) -> [Breach] {
        let owners = workspace.contract.targets.filter(\.ownsPackages)
        return workspace.contract.packages.flatMap { package in
            let names = owners.filter { $0.lists(package: package.package) }.map(\.target)
            return names.dropFirst().map { second in
                Breach(
                    file: ContractFile.path, line: workspace.contractFile.line(of: "target", second), rule: id,
                    subject: package.package,
                    what: "\(second) lists \(package.package), which \(names[0]) owns",
                    why: "A package with two owners cannot be replaced in one room",
                    fix: "Let \(second) use it through a port of \(names[0]), or add a currency row if it is one")
            }
        }
    }

    private func trespass(
        _ declaration: ImportDeclaration, of package: PackageRow, in file: SourceFile, row: TargetRow,
        contract: LayerContract
    ) -> Breach {
        let owner = contract.targets.first { $0.ownsPackages && $0.lists(package: package.package) }?.target
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module) of \(package.package), "
                + (owner.map { "which \($0) owns" } ?? "which its row does not list"),
            why: "A package stays behind one room's port, so that replacing it changes one room",
            fix: owner.map { "Use the types of \($0), or ask for a port there" }
                ?? "Do without it, or list the package in the row of \(row.target)")
    }

    private func idleGrants(in workspace: Workspace, used: Set<Grant>) -> [Breach] {
        // A row without a target is the exhaustive rule's business.
        workspace.ruledTargets.map(\.row).flatMap { row in
            row.packages.filter { !used.contains(Grant(target: row.target, name: $0.lowercased())) }.map { package in
                Breach(
                    file: ContractFile.path, line: workspace.contractFile.line(of: "target", row.target), rule: id,
                    subject: package, what: "\(row.target) lists \(package) and imports none of its modules",
                    why: "A stale row allows what nobody uses", fix: "Take \(package) out of the row")
            }
        }
    }

    private func idleCurrency(in workspace: Workspace, used: Set<Grant>) -> [Breach] {
        workspace.contract.currency.flatMap { row in
            row.targets.filter { !used.contains(Grant(target: $0, name: row.module)) }.map { target in
                Breach(
                    file: ContractFile.path, line: workspace.contractFile.line(of: "module", row.module), rule: id,
                    subject: "\(target) -> \(row.module)",
                    what: "\(row.module) is currency for \(target), which does not need that to import it",
                    why: "A stale exception allows what nobody uses", fix: "Take \(target) out of the currency row")
            }
        }
    }
}
