/// A target imports directly only what its row allows: the targets it lists, and system modules within their scope.
/// Packages' modules are the owners rule's business.
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

    /// A row may list only rows above it, so that the rows alone cannot allow a circle.
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
                        why: "Arrows point down only, and the rows are written bottom-up",
                        fix: "Take \(name) off the list, or move the rows if the layers themselves have changed"))
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
            fix: "Declare a port here and implement it above, or move the code to a room that may know both")
    }

    private func foreign(
        _ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow, contract: LayerContract
    ) -> Breach? {
        guard let system = contract.systemModules(containing: declaration.module) else {
            return Breach(
                file: file.path, line: declaration.line, rule: id, subject: declaration.module,
                what:
                    "\(row.target) imports \(declaration.module)\(declaration.suffix), which no row names",
                why: "Nobody has decided whether it may be used here",
                fix: "Add it to a package's modules or to the system modules in \(ContractFile.path), with a reason")
        }
        guard let scope = system.scope, !scope.contains(row) else { return nil }
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module)\(declaration.suffix)", why: system.reason,
            fix: "Do without it here, or widen the scope of its row in \(ContractFile.path) with a reason")
    }

    private func hiddenReexport(_ declaration: ImportDeclaration, in file: SourceFile) -> Breach? {
        guard
            let attribute = declaration.attributes.first(where: { $0 == "_exported" || $0 == "_implementationOnly" })
        else { return nil }
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: "@\(attribute)",
            what: "@\(attribute) import \(declaration.module)",
            why: "It hides from the reader of another file which layer that file uses",
            fix: "Write an ordinary import in every file that uses \(declaration.module)")
    }
}

extension ImportDeclaration {
    /// Tells a reader why a compiler on another platform says nothing.
    fileprivate var suffix: String {
        condition.map { " under #if \($0)" } ?? ""
    }
}
