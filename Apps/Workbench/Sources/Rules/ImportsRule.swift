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
                let breach =
                    if modules.contains(declaration.module) {
                        forbidden(declaration, in: file, row: row, contract: workspace.contract)
                    } else {
                        foreign(declaration, in: file, row: row, workspace: workspace)
                    }
                if let breach = breach ?? hiddenReexport(declaration, in: file) {
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
            for name in row.imports + row.runs where !above.contains(name) && !lacksRow(name, in: workspace) {
                breaches.append(
                    Breach(
                        file: ContractFile.path, line: workspace.contractFile.line(of: "target", row.target), rule: id,
                        subject: "\(row.target) -> \(name)",
                        what: "the row of \(row.target) lists \(name), which has no row above it",
                        why: "Imports point down only, and the rows are listed bottom-up",
                        fix: "Delete \"\(name)\" from the list"))
            }
            above.insert(row.target)
        }
        return breaches
    }

    /// Whether the exhaustive rule reports the target.
    private func lacksRow(_ name: String, in workspace: Workspace) -> Bool {
        workspace.manifest.target(named: name) != nil && workspace.contract.row(of: name) == nil
    }

    private func forbidden(
        _ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow, contract: LayerContract
    ) -> Breach? {
        guard !row.imports.contains(declaration.module) else { return nil }
        let allowed = row.imports.isEmpty ? "no target" : row.imports.joined(separator: ", ")
        let imported = contract.row(of: declaration.module)?.kind
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module)\(declaration.suffix)",
            why: "\(row.target) is \(row.reason); its row allows \(allowed)",
            fix: fix(of: declaration, in: row, imported: imported, root: contract.compositionRoot))
    }

    private func fix(
        of declaration: ImportDeclaration, in row: TargetRow, imported: TargetRow.Kind?, root: String
    ) -> String {
        let module = declaration.module
        return switch imported {
        case _? where row.kind.isForTests:
            "Add \"\(module)\" to the imports of the row"
        case .adapter:
            "Use the port that \(module) implements; \(root) chooses the implementation"
        case .app:
            "Move what \(row.target) uses of \(module) into a module"
        case .support, .suite, .test, .helper:
            "Remove the import; \(module) is for tests only"
        case .module, nil:
            "Declare a port in \(row.target), and implement it in a target that may import both"
        }
    }

    private func foreign(
        _ declaration: ImportDeclaration, in file: SourceFile, row: TargetRow, workspace: Workspace
    ) -> Breach? {
        let contract = workspace.contract
        guard contract.package(offering: declaration.module) == nil,
            !workspace.productsOfUnknownPackages.contains(declaration.module)
        else { return nil }
        guard let system = contract.systemModules(containing: declaration.module) else {
            return Breach(
                file: file.path, line: declaration.line, rule: id, subject: declaration.module,
                what: "\(row.target) imports \(declaration.module)\(declaration.suffix), which no row names",
                why: "Every import needs a grant with a reason",
                fix: "Name it in \(ContractFile.path), in the row of its package or of the system modules")
        }
        guard let scope = system.scope, !scope.contains(row) else { return nil }
        return Breach(
            file: file.path, line: declaration.line, rule: id, subject: declaration.module,
            what: "\(row.target) imports \(declaration.module)\(declaration.suffix)",
            why: "The row of \(declaration.module) gives the reason: \(system.reason)",
            fix:
                "Move the code to one of \((scope.kinds.map { "the \($0.rawValue) targets" } + scope.targets).joined(separator: ", "))"
        )
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
