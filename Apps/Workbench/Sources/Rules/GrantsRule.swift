/// Every grant of the contract is used.
///
/// A grant is an entry of a row's `imports` or `packages`, a target of a `currency` row, a package that a target shares, a
/// kind or target of a system module's scope, or a module of a package.
struct GrantsRule: Rule {
    let id = "grants"

    private struct Grant {
        let isUsed: Bool
        /// The key and value that find the row's line.
        let row: (key: String, value: String)
        let subject: String
        let what: String
        let fix: String
    }

    /// What each target with a row imports.
    private struct Usage {
        let contract: LayerContract
        let rows: [TargetRow]
        private let modules: [String: Set<String>]

        init(workspace: Workspace) {
            contract = workspace.contract
            rows = workspace.ruledTargets.map(\.row)
            modules = workspace.files.mapValues { Set($0.flatMap { $0.imports.map(\.module) }) }
        }

        func imports(_ target: String, anyOf names: [String]) -> Bool {
            !modules[target, default: []].isDisjoint(with: names)
        }
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let usage = Usage(workspace: workspace)
        var grants = workspace.ruledTargets.flatMap { importGrants(of: $0.row, $0.target, usage) }
        grants += usage.rows.flatMap { packageGrants(of: $0, usage, known: workspace.manifest.packages) }
        grants += usage.contract.currency.flatMap { currencyGrants(of: $0, usage) }
        grants += usage.contract.sharedPackages.flatMap { sharingGrants(of: $0, usage) }
        grants += usage.contract.systemModules.flatMap { scopeGrants(of: $0, usage) }
        grants += usage.contract.packages.filter { workspace.manifest.packages.contains($0.identity) }
            .flatMap { moduleGrants(of: $0, usage) }
        let breaches = grants.filter { !$0.isUsed }.map { grant in
            Breach(
                file: ContractFile.path, line: workspace.contractFile.line(of: grant.row.key, grant.row.value),
                rule: id, subject: grant.subject, what: grant.what,
                why: "An unused grant permits the next import without a decision", fix: grant.fix)
        }
        return Judgement(breaches: breaches, tally: Tally(["target": usage.rows.count, "grant": grants.count]))
    }

    /// Other rules report a grant whose target has no row above, and an unused dependency of Package.swift.
    private func importGrants(of row: TargetRow, _ target: ManifestTarget, _ usage: Usage) -> [Grant] {
        let above = Set(usage.contract.targets.prefix { $0.target != row.target }.map(\.target))
        return row.imports.filter { above.contains($0) && !isIdleDependency($0, of: target, usage) }.map { name in
            Grant(
                isUsed: usage.imports(row.target, anyOf: [name]), row: ("target", row.target),
                subject: "\(row.target) -> \(name)",
                what: "the row of \(row.target) grants \(name), which no file of \(row.target) imports",
                fix: "Delete \"\(name)\" from the row's imports")
        }
    }

    private func isIdleDependency(_ name: String, of target: ManifestTarget, _ usage: Usage) -> Bool {
        target.targetDependencies.contains(name) && !usage.imports(target.name, anyOf: [name])
    }

    /// A package that is not in Package.swift is reported once, at its own row.
    private func packageGrants(of row: TargetRow, _ usage: Usage, known: [String]) -> [Grant] {
        let rows = Set(usage.contract.packages.map(\.identity)).subtracting(known)
        return row.packages.filter { !rows.contains($0.lowercased()) }.map { name in
            let package = usage.contract.packages.first { $0.identity == name.lowercased() }
            return Grant(
                isUsed: usage.imports(row.target, anyOf: package?.modules ?? []), row: ("target", row.target),
                subject: "\(row.target) -> \(name)",
                what:
                    "the row of \(row.target) grants \(name), and no file of \(row.target) imports one of its modules",
                fix: "Delete \"\(name)\" from the row's packages")
        }
    }

    private func currencyGrants(of row: CurrencyRow, _ usage: Usage) -> [Grant] {
        let package = usage.contract.package(offering: row.module)?.package ?? ""
        return row.targets.map { target in
            let hasOwnGrant = usage.contract.row(of: target)?.lists(package: package) == true
            return Grant(
                isUsed: !hasOwnGrant && usage.imports(target, anyOf: [row.module]), row: ("module", row.module),
                subject: "\(target) -> \(row.module)",
                what: "the currency row of \(row.module) lists \(target), which does not need that row",
                fix: "Delete \"\(target)\" from the currency row")
        }
    }

    private func sharingGrants(of row: SharedPackagesRow, _ usage: Usage) -> [Grant] {
        row.packages.flatMap { package in
            row.targets.map { target in
                Grant(
                    isUsed: usage.contract.row(of: target)?.lists(package: package) == true,
                    row: ("packages", row.packages.first ?? ""), subject: "\(target) -> \(package)",
                    what: "\(target) may share \(package), which its row does not list",
                    fix: "Delete it from the shared packages")
            }
        }
    }

    private func scopeGrants(of row: SystemModulesRow, _ usage: Usage) -> [Grant] {
        // A kind without targets grants nothing yet.
        let kinds = (row.scope?.kinds ?? []).filter { kind in usage.rows.contains { $0.kind == kind } }
        let targets = row.scope?.targets ?? []
        let names = row.modules.joined(separator: ", ")
        let entries =
            kinds.map { kind in (kind.rawValue, usage.rows.filter { $0.kind == kind }.map(\.target)) }
            + targets.map { ($0, [$0]) }
        return entries.map { entry, targets in
            Grant(
                isUsed: targets.contains { usage.imports($0, anyOf: row.modules) },
                row: ("modules", row.modules.first ?? ""), subject: "\(entry) -> \(names)",
                what: "the scope of \(names) includes \(entry), which imports none of them",
                fix: "Delete \"\(entry)\" from the scope")
        }
    }

    private func moduleGrants(of package: PackageRow, _ usage: Usage) -> [Grant] {
        package.modules.map { module in
            Grant(
                isUsed: usage.rows.contains { usage.imports($0.target, anyOf: [module]) },
                row: ("package", package.package), subject: "\(package.package) -> \(module)",
                what: "the row of \(package.package) lists \(module), which no target imports",
                fix: "Delete \"\(module)\" from the row's modules")
        }
    }
}
