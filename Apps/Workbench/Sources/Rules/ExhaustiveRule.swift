/// Every target, package and file has a row, and every row, rule and exception is in use.
///
/// This rule runs last, because it needs the results of the others.
struct ExhaustiveRule: Rule {
    let id = "exhaustive"
    let idleRules: [String]
    let staleExceptions: [ExceptionRow]

    func judge(_ workspace: Workspace) -> Judgement {
        let breaches =
            targetsAndRows(in: workspace) + packagesAndRows(in: workspace) + filesInNoTarget(in: workspace)
            + excludedNothing(in: workspace) + idleRules.map(idleRule)
            + staleExceptions.map { staleException($0, in: workspace) }
        let contract = workspace.contract
        let rows = contract.targets.count + contract.packages.count + contract.outside.count + contract.exceptions.count
        let files = workspace.files.values.reduce(workspace.strays.count) { $0 + $1.count }
        return Judgement(
            breaches: breaches,
            tally: Tally(["target": workspace.manifest.targets.count, "file": files, "row": rows]))
    }

    // MARK: Targets

    private func targetsAndRows(in workspace: Workspace) -> [Breach] {
        let unruled = workspace.manifest.targets.filter { workspace.contract.row(of: $0.name) == nil }.map { target in
            Breach(
                file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: target.name), rule: id,
                subject: target.name, what: "the target \(target.name) has no row in \(ContractFile.path)",
                why: "Without a row, the target must not import anything",
                fix: "Add a row with its path, kind, reason and imports")
        }
        var seen: Set<String> = []
        return unruled
            + workspace.contract.targets.flatMap { row in
                let isSecond = !seen.insert(row.target).inserted
                return faults(of: row, isSecond: isSecond, in: workspace).map { what in
                    Breach(
                        file: ContractFile.path, line: workspace.contractFile.line(of: "target", row.target), rule: id,
                        subject: row.target, what: what.what,
                        why: "The contract must describe this workspace",
                        fix: what.fix)
                }
            }
    }

    private func faults(
        of row: TargetRow, isSecond: Bool, in workspace: Workspace
    ) -> [(what: String, fix: String)] {
        guard let target = workspace.manifest.target(named: row.target) else {
            return [("the row of \(row.target) has no target", "Delete the row")]
        }
        if isSecond {
            return [("\(row.target) has a second row", "Delete one of the rows")]
        }
        var faults: [(String, String)] = []
        if target.path != row.path {
            faults.append(
                (
                    "the row of \(row.target) says \(row.path), Package.swift says \(target.path)",
                    "Write \"\(target.path)\" as its path"
                ))
        }
        if (target.kind == .test) != (row.kind == .test) {
            faults.append(
                (
                    "the row of \(row.target) says \"\(row.kind.rawValue)\", Package.swift says \(target.kind.rawValue)",
                    "Correct its kind"
                ))
        }
        // A system library has a module map instead.
        if target.kind != .system, workspace.files[row.target, default: []].isEmpty {
            faults.append(
                ("the target \(row.target) has no Swift file", "Delete the target from Package.swift, and its row"))
        }
        return faults
    }

    // MARK: Packages

    private func packagesAndRows(in workspace: Workspace) -> [Breach] {
        let known = Set(workspace.contract.packages.map(\.identity))
        // The manifest rule reports a package that no target uses.
        let used = Set(workspace.manifest.targets.flatMap(\.products).compactMap { $0.package?.lowercased() })
        let unknown = workspace.manifest.packages.filter { !known.contains($0) && used.contains($0) }.map { package in
            Breach(
                file: ManifestSource.path, line: workspace.manifestSource.line(ofPackage: package), rule: id,
                subject: package, what: "the package \(package) has no row in \(ContractFile.path)",
                why: "Every package needs a reason and an owner",
                fix: "Add a row with its modules and the reason, and list it in the row of the target that owns it")
        }
        let idle = workspace.contract.packages.filter { !workspace.manifest.packages.contains($0.identity) }
        return unknown
            + idle.map { row in
                Breach(
                    file: ContractFile.path, line: workspace.contractFile.line(of: "package", row.package), rule: id,
                    subject: row.package, what: "Package.swift does not depend on \(row.package)",
                    why: "An unused row permits an import without a decision",
                    fix: "Delete the row, and the package from the rows of targets")
            }
    }

    // MARK: Files

    private func filesInNoTarget(in workspace: Workspace) -> [Breach] {
        let outside = workspace.contract.outside
        let lost = workspace.strays.map(\.path).filter { file in !outside.contains { $0.covers(file) } }.map { file in
            Breach(
                file: file, line: 1, rule: id, subject: file, what: "this file has no target",
                why: "SwiftPM does not compile it, and no rule judges it",
                fix: "Move it to where a target compiles it")
        }
        let idle = outside.filter { row in !workspace.strays.contains { row.covers($0.path) } }.map { row in
            Breach(
                file: ContractFile.path, line: workspace.contractFile.line(of: "path", row.path), rule: id,
                subject: row.path, what: "the outside row \(row.path) covers no Swift file",
                why: "An unused row hides the next stray file", fix: "Delete the row")
        }
        return lost + idle
    }

    /// SwiftPM only warns about an excluded file or a resource that is gone.
    private func excludedNothing(in workspace: Workspace) -> [Breach] {
        workspace.manifest.targets.flatMap { target in
            target.notCompiled.map { target.path + "/" + $0 }.filter { !workspace.tree.contains($0) }.map { path in
                Breach(
                    file: ManifestSource.path, line: workspace.manifestSource.line(ofTarget: target.name), rule: id,
                    subject: path, what: "\(target.name) excludes or copies \(path), which does not exist",
                    why: "A name that does not exist misleads the reader", fix: "Delete it from Package.swift")
            }
        }
    }

    // MARK: Rules and exceptions

    private func idleRule(_ rule: String) -> Breach {
        Breach(
            file: ContractFile.path, line: 1, rule: id, subject: rule, what: "the rule \(rule) judged nothing",
            why: "A rule that judges nothing always passes", fix: "Widen its scope, or delete it")
    }

    private func staleException(_ row: ExceptionRow, in workspace: Workspace) -> Breach {
        Breach(
            file: ContractFile.path, line: workspace.contractFile.line(of: "subject", row.subject), rule: id,
            subject: row.subject, what: "the exception of \(row.file) from \(row.rule) is unused",
            why: "An unused exception hides the next breach", fix: "Delete the row")
    }
}
