/// The modules that each target of the contract imports, read from the files as they are after a change.
struct TargetImports {
    let contract: LayerContract
    private let modules: [String: Set<String>]
    /// Targets that had Swift files before the change, and have none after it.
    let emptied: Set<String>

    init(contract: LayerContract, change: WorkspaceChange) {
        self.contract = contract
        func target(of file: String) -> String? {
            guard !contract.outside.contains(where: { $0.covers(file) }) else { return nil }
            return contract.targets.filter { file.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }?
                .target
        }
        var modules: [String: Set<String>] = [:]
        for file in change.files where file.hasSuffix(".swift") {
            guard let target = target(of: file), let text = change.text(of: file) else { continue }
            let imports = ImportScanner.imports(in: Lexer(text).tokens)
            modules[target, default: []].formUnion(imports.map(\.module))
        }
        self.modules = modules
        emptied = Set(change.deleted.filter { $0.hasSuffix(".swift") }.compactMap(target)).subtracting(modules.keys)
    }

    func isImported(_ module: String, by target: String) -> Bool {
        modules[target, default: []].contains(module)
    }

    func isImported(_ module: String) -> Bool {
        modules.values.contains { $0.contains(module) }
    }

    /// Whether the target needs the dependency: it imports it, or starts it as a child process.
    func needs(_ target: String, dependency: String) -> Bool {
        isImported(dependency, by: target)
            || contract.row(of: target)?.runs.contains(dependency) == true && !emptied.contains(dependency)
    }

    func importsModule(of package: String, by target: String) -> Bool {
        let row = contract.packages.first { $0.identity == package.lowercased() }
        return row?.modules.contains { isImported($0, by: target) } == true
    }
}
