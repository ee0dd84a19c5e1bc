import Foundation

/// A place that breaks a rule. The message says what is wrong, why that matters, and what to do.
struct Breach: Sendable {
    let file: String
    let line: Int
    let rule: String
    /// The module, file or code that an exception in the contract has to name.
    let subject: String
    let message: String

    init(_ file: String, _ line: Int, _ rule: String, _ subject: String, _ what: String, fix: String) {
        (self.file, self.line, self.rule, self.subject, message) = (file, line, rule, subject, "\(what). Fix: \(fix).")
    }

    var text: String { "\(file):\(line): \(rule): \(message)" }
}

/// Compares the imports and the code of all Swift files with Package.swift and the layer contract.
struct LayerCheck {
    let workspace: Workspace

    private var contract: LayerContract { workspace.contract }
    var targets: [Manifest.Target] { workspace.manifest.targets }
    var files: [SourceFile] { workspace.files }

    /// All breaches except those that the contract allows, and what the contract names in vain.
    func breaches() -> [Breach] {
        var found = targets.flatMap(importBreaches) + strayFolders() + contract.words.flatMap(wordBreaches) + cycles()
        found += mixedFeatures(besides: contract.base.all)
        for row in contract.exceptions {
            for file in row.files.all {
                let count = found.count
                found.removeAll { breach in
                    row.rules.all.contains(breach.rule) && breach.file.isBelow([file])
                        && row.subjects?.all.contains(breach.subject) ?? true
                }
                if found.count == count { found.append(idle("the exception of \(file) is not needed any more")) }
            }
        }
        return (found + idleRows()).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    // MARK: Imports

    /// Imports that the contract forbids, imports without a dependency, and dependencies without an import. SwiftPM reports
    /// none of them.
    private func importBreaches(of target: Manifest.Target) -> [Breach] {
        let files = files.filter { target.compiles($0.path) }
        let (products, imports) = (workspace.manifest.products, Set(files.flatMap { $0.imports.map(\.module) }))
        var granted = Set(target.dependencies)
        let breaches = files.flatMap { file in
            file.imports.compactMap { module, line -> Breach? in
                let other = targets.first { $0.name == module } ?? engineModule(module)
                let breach =
                    other.map { layerBreach(of: file, line, importing: $0) }
                    ?? packageBreach(of: file, line, importing: module)
                if breach != nil || other == nil && !products.contains(module) || !granted.insert(module).inserted {
                    return breach
                }
                return Breach(
                    file.path, line, "manifest", module,
                    "\(target.name) imports \(module) without a dependency, which compiles only while another target "
                        + "links it", fix: "Add \(module) to its dependencies in Package.swift")
            }
        }
        let unused = target.dependencies.filter { name in
            let type = targets.first { $0.name == name }?.type
            return !imports.contains(name) && type != "plugin" && !(target.type == "test" && type == "executable")
        }
        return breaches
            + unused.map { name in
                Breach(
                    "Package.swift", workspace.manifest.line(of: name, in: target.name), "manifest", name,
                    "\(target.name) depends on \(name) and does not import it, which costs build time",
                    fix: "Delete \(name) from its dependencies")
            }
    }

    /// A module of an engine that is another package, in the place of a target.
    private func engineModule(_ name: String) -> Manifest.Target? {
        guard let engine = contract.engine?.all, engine.contains(name) else { return nil }
        return Manifest.Target(name: name, type: "engine", path: "Modules/\(name)", dependencies: [], excluded: [])
    }

    private func layerBreach(of file: SourceFile, _ line: Int, importing target: Manifest.Target) -> Breach? {
        guard let (folder, layer) = contract.layer(of: file.path) else {
            return Breach(
                file.path, line, "layers", target.name,
                "the file is in no layer, so it may not import \(target.name) or any other target",
                fix: "Add a layer with its folder to \(LayerContract.path)")
        }
        let allowed = layer.imports.all
        guard !allowed.contains(target.name), allowed != ["*"] else { return nil }
        let isForTests = target.path.contains(/^(Modules\/)?(Engine|Test|ContractSuites|NetworkSimulation)/)
        let usual =
            target.path.isBelow(["Modules/Adapters"])
            ? "Use the port that \(target.name) implements; Composition chooses the implementation"
            : "Declare a port in \(folder.lastComponent), and implement it in a module that may import both"
        return Breach(
            file.path, line, "layers", target.name,
            "\(folder) imports \(target.name). It is \(layer.is), and may import "
                + (allowed.isEmpty ? "no other target" : allowed.joined(separator: ", ")),
            fix: isForTests ? "Delete the import, because \(target.name) is for tests" : layer.fix ?? usual)
    }

    private func packageBreach(of file: SourceFile, _ line: Int, importing module: String) -> Breach? {
        guard let row = contract.packages.first(where: { $0.modules.all.contains(module) }) else {
            return Breach(
                file.path, line, "packages", module,
                "\(module) is in no row of \(LayerContract.path), so nothing says who may use it",
                fix: "Delete the import, or add a row with an owner and a reason")
        }
        guard !row.places.isEmpty, !file.path.isBelow(["Tests"] + row.places) else { return nil }
        let move = "Move the code to " + row.places.joined(separator: " or ")
        return Breach(
            file.path, line, "packages", module, "\(file.path.folder) may not import \(module), which is \(row.is)",
            fix: row.owner.map { "Use it through \($0), which owns it" } ?? move)
    }

    /// One breach for each folder with Swift files that no target compiles.
    private func strayFolders() -> [Breach] {
        let excluded = targets.flatMap(\.excluded)
        let stray = files.map(\.path).filter { file in
            !file.isBelow(excluded) && !targets.contains { $0.compiles(file) }
        }
        let folders = stray.map { $0.folder.split(separator: "/").prefix($0.isBelow(["Modules/Adapters"]) ? 3 : 2) }
        return Set(folders.map { $0.joined(separator: "/") }).map { folder in
            Breach(
                folder, 1, "manifest", folder,
                "no target compiles the Swift files of \(folder), so nothing reports their errors",
                fix: "Add a target with this path to Package.swift, or delete the folder")
        }
    }

    // MARK: Words and the contract itself

    private func wordBreaches(_ row: LayerContract.Words) -> [Breach] {
        let uses = files.flatMap { file in file.matches.filter { $0.rule == row.id }.map { (file.path, $0) } }
        return uses.enumerated().compactMap { index, use in
            let (path, match) = use
            var what = "is forbidden here"
            if let limit = row.limit, let comment = row.comment {
                if index < limit, match.isExplained { return nil }
                what = match.isExplained ? "exceeds the limit of \(limit)" : "has no `\(comment) …` above it"
            }
            return Breach(path, match.line, row.id, match.text, "`\(match.text)` \(what). \(row.why)", fix: row.fix)
        }
    }

    /// Rows that match nothing, so that a misspelled name does not pass.
    private func idleRows() -> [Breach] {
        let imports = Set(files.flatMap { $0.imports.map(\.module) })
        let layers = contract.layers.flatMap(\.folders.all).filter { folder in
            !files.contains { $0.path.isBelow([folder]) }
        }
        let packages = contract.packages.map(\.modules.all).filter { imports.isDisjoint(with: $0) }
        let words = contract.words.filter { row in !files.contains { row.covers($0.path) } }
        return layers.map { idle("the layer \($0) has no Swift file") }
            + packages.map { idle("no Swift file imports \($0[0])") }
            + words.map { idle("the rule \($0.id) applies to no file") }
    }

    private func idle(_ what: String) -> Breach {
        Breach(
            LayerContract.path, 1, "contract", "", "\(what), so this row has no effect",
            fix: "Correct it, or delete it")
    }
}
