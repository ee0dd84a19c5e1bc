/// A target imports directly only what its row allows: the targets it lists, and system modules within their scope.
/// The owners rule judges the modules of packages.
struct ImportsRule: Rule {
    let id = "imports"

    func judge(_ workspace: Workspace) -> Judgement {
        let modules = Set(workspace.manifest.targets.map(\.name))
        var breaches = upwardArrows(in: workspace)
        var count = 0
        for (file, row) in workspace.ruledFiles {
            for declaration in file.imports {
                count += 1
                if let breach = hiddenReexport(declaration, in: file) {
                    breaches.append(breach)
                }
                if modules.contains(declaration.module) {
                    if !row.imports.contains(declaration.module) {
                        breaches.append(forbidden(declaration, in: file, row: row))
                    }
                } else if workspace.contract.package(offering: declaration.module) == nil,
                    let breach = foreign(declaration, in: file, row: row, contract: workspace.contract)
                {
                    breaches.append(breach)
                }
            }
        }
        let tally = Tally(["target": workspace.ruledTargets.count, "file": workspace.ruledFiles.count, "import": count])
        return Judgement(breaches: breaches, tally: tally)
    }

    /// A row may list only rows above it, so that the rows cannot permit a cycle.
    private func upwardArrows(in workspace: Workspace) -> [Breach] {
        var above: Set<String> = []
        var breaches: [Breach] = []
        for row in workspace.contract.targets {
            for name in row.imports + row.runs where !above.contains(name) {
                breaches.append(
                    Breach(
                        file: ContractFile.path, line: workspace.contractFile.line(of: "target", row.target), rule: id,
                        subject: "\(row.target) -> \(name)",
                        what: "the row of \(row.target) lists \(name), which has no row above it",
                        why: "Imports point down only, and the rows are listed bottom-up",
                        fix: "Delete \"\(name)\" from the list, or move the rows if the layers have changed"))
            }
            above.insert(row.target)
        }
        return breaches
    }

    private func forbidden(_ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow) -> Breach {
        let allowed = row.imports.isEmpty ? "no target" : row.imports.joined(separator: ", ")
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module)\(declaration.suffix)",
            why: "\(row.target) is \(row.reason); its row allows \(allowed)",
            fix: "Declare a port here and implement it above, or move the code to a module that may import both")
    }

    private func foreign(
        _ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow, contract: LayerContract
    ) -> Breach? {
        guard let system = contract.systemModules(containing: declaration.module) else {
            return Breach(
                file: file.path, line: declaration.line, rule: id, subject: declaration.module,
                what:
                    "\(row.target) imports \(declaration.module)\(declaration.suffix), which no row names",
                why: "Every import needs a grant with a reason",
                fix: "Add it to a package's modules or to the system modules in \(ContractFile.path), with a reason")
        }
        guard let scope = system.scope, !scope.contains(row) else { return nil }
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module)\(declaration.suffix)", why: system.reason,
            fix: "Remove the import, or widen the scope of its row in \(ContractFile.path) with a reason")
    }

    private func hiddenReexport(_ declaration: ImportDeclaration, in file: SourceFile) -> Breach? {
        guard
            let attribute = declaration.attributes.first(where: { $0 == "_exported" || $0 == "_implementationOnly" })
        else { return nil }
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: "@\(attribute)",
            what: "@\(attribute) import \(declaration.module)",
            why: "It hides from other files which layer they use",
            fix: "Write an ordinary import in every file that uses \(declaration.module)")
    }
}

extension ImportDeclaration {
    /// The condition of the import, because a compiler on another platform does not report it.
    fileprivate var suffix: String {
        condition.map { " under #if \($0)" } ?? ""
    }
}
