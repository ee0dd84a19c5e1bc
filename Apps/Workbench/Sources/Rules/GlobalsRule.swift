/// No stored global mutable state: clocks, caches and connections are dependencies, so that tests, accounts and windows
/// share none.
///
/// The rule judges file-scope and static `var`, `nonisolated(unsafe)`, anything named `shared`, and a global `let`
/// whose annotation or initializer names a type that is visibly mutable: an actor or a class with stored variables
/// declared in this workspace, or one of the contract's `mutableTypes`. A scanner can't judge the result of a function
/// or closure, state inherited from a superclass, and globals of imported C code. `@TaskLocal` is permitted: its value
/// belongs to one task and its children.
struct GlobalsRule: Rule {
    let id = "globals"

    func judge(_ workspace: Workspace) -> Judgement {
        let files = workspace.ruledFiles.map(\.file)
        let mutableTypes = MutableTypes(declaredIn: files, listed: workspace.contract.mutableTypes)
        let breaches = files.flatMap { file in
            let globals = file.declarations.globals.compactMap { breach(of: $0, in: file, mutableTypes: mutableTypes) }
            let lines = Set(globals.map(\.line))
            return globals + unsafeOptOuts(in: file).filter { !lines.contains($0.line) }
        }
        return Judgement(
            breaches: breaches,
            tally: Tally(["file": files.count, "global": files.reduce(0) { $0 + $1.declarations.globals.count }]))
    }

    private func breach(of property: StoredProperty, in file: SourceFile, mutableTypes: MutableTypes) -> Breach? {
        let what: String
        if property.isVariable, !property.attributes.contains("TaskLocal") {
            what = "\(property.name) is a stored global variable"
        } else if property.name == "shared" {
            what = "a global instance has the name shared"
        } else if let type = property.typeName, mutableTypes.contains(type) {
            what = "\(property.name) is one \(type), which is mutable, for the whole process"
        } else {
            return nil
        }
        return Breach(
            file: file.path, line: property.line, rule: id, subject: property.name, what: what,
            why: "Global state makes tests depend on their order and mixes the data of accounts",
            fix: "Make it a property of the type that needs it, and pass it in from the composition root")
    }

    private func unsafeOptOuts(in file: SourceFile) -> [Breach] {
        file.tokens.indices.filter { index in
            index + 2 < file.tokens.count && file.tokens[index].isWord("nonisolated")
                && file.tokens[index + 1].isSymbol("(") && file.tokens[index + 2].isWord("unsafe")
        }.map { index in
            Breach(
                file: file.path, line: file.tokens[index].line, rule: id, subject: "nonisolated(unsafe)",
                what: "nonisolated(unsafe)", why: "It suppresses the compiler's report of a data race",
                fix: "Put the value behind a Mutex")
        }
    }
}
