/// Every third-party package has one owner among the modules, and apps and tests use the packages that their rows list.
struct OwnersRule: Rule {
    let id = "owners"

    func judge(_ workspace: Workspace) -> Judgement {
        let contract = workspace.contract
        var breaches = secondOwners(in: workspace)
        var count = 0
        for (file, row) in workspace.ruledFiles {
            for declaration in file.imports {
                guard let package = contract.package(offering: declaration.module) else { continue }
                count += 1
                let isCurrency = contract.currency.contains {
                    $0.module == declaration.module && $0.targets.contains(row.target)
                }
                if !row.lists(package: package.package), !isCurrency {
                    breaches.append(trespass(declaration, of: package, in: file, row: row, contract: contract))
                }
            }
        }
        let tally = Tally(["package": contract.packages.count, "file": workspace.ruledFiles.count, "import": count])
        return Judgement(breaches: breaches, tally: tally)
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
                    why: "A package with two owners cannot be replaced in one module",
                    fix: "Use it through a port of \(names[0]), or add a currency row if ports need its types")
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
            why: "One module owns each package, so that replacing it changes one module",
            fix: owner.map { "Use the types of \($0), or declare a port" }
                ?? "Remove the import, or list the package in the row of \(row.target)")
    }
}
