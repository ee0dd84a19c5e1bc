import Foundation

/// A place that breaks a rule. The message says what is wrong, why that matters, and what to do.
struct Breach: Sendable {
    let file: String
    let line: Int
    let rule: String
    /// What an exception in the contract names.
    let subject: String
    let message: String

    init(_ file: String, _ line: Int, _ rule: String, _ subject: String, _ message: String) {
        (self.file, self.line, self.rule, self.subject, self.message) = (file, line, rule, subject, message)
    }

    var text: String { "\(file):\(line): \(rule): \(message)" }
}

/// Compares the imports and the code of all Swift files with Package.swift and the layer contract.
struct LayerCheck {
    let workspace: Workspace

    var contract: LayerContract { workspace.contract }
    var manifest: Manifest { workspace.manifest }
    var files: [SourceFile] { workspace.files }

    /// All breaches except those that the contract allows, and the rows of the contract that match nothing.
    func breaches() -> [Breach] {
        let targets = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0) })
        let compiled = Dictionary(grouping: files) { file in
            manifest.targets.first { $0.compiles(file.path) }?.name ?? ""
        }
        var found = strayFolders(of: compiled[""] ?? [])
        for target in manifest.targets where target.isSwift {
            let files = compiled[target.name] ?? []
            let imports = files.flatMap { file in
                file.imports.compactMap { module, line in
                    targets[module].map { layerBreach(of: file, line, importing: $0) }
                        ?? packageBreach(of: file, line, importing: module)
                }
            }
            found += imports + dependencyBreaches(of: target, files: files, targets: targets, besides: imports)
        }
        let (rest, idle) = applyExceptions(to: found + wordBreaches() + cycles() + mixedFeatures())
        return (rest + idle + idleRows()).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    // MARK: Imports

    private func layerBreach(of file: SourceFile, _ line: Int, importing target: Manifest.Target) -> Breach? {
        guard let layer = contract.layer(of: file.path) else {
            return Breach(
                file.path, line, "layers", target.name,
                "\(file.path) is in no layer, so it may not import \(target.name) or any other target. "
                    + "Fix: Add a layer with its folder to \(LayerContract.path).")
        }
        guard !layer.imports.contains(target.name), layer.imports != ["*"] else { return nil }
        let folder = layer.folders.filter { file.path.isBelow([$0]) }.max { $0.count < $1.count } ?? ""
        let fix =
            if target.path.isBelow([
                "Tests", "Modules/TestSupport", "Modules/ContractSuites", "Modules/NetworkSimulation",
            ]) {
                "Delete the import, because \(target.name) is for tests"
            } else if let fix = layer.fix {
                fix
            } else if target.path.isBelow(["Modules/Adapters"]) {
                "Use the port that \(target.name) implements; Composition chooses the implementation"
            } else if target.path.isBelow(["Apps"]) {
                "Move what you need of \(target.name) into a module below both"
            } else {
                "Declare a port in \(folder.lastComponent), and implement it in a module that may import both"
            }
        let allowed = layer.imports.isEmpty ? "no other target" : layer.imports.joined(separator: ", ")
        return Breach(
            file.path, line, "layers", target.name,
            "\(folder) imports \(target.name). It is \(layer.reason), and may import \(allowed). Fix: \(fix).")
    }

    private func packageBreach(of file: SourceFile, _ line: Int, importing module: String) -> Breach? {
        guard let row = contract.packages.first(where: { $0.modules.contains(module) }) else {
            return Breach(
                file.path, line, "packages", module,
                "\(module) is in no row of \(LayerContract.path), so nothing says who may use it. "
                    + "Fix: Delete the import, or add a row with an owner and a reason.")
        }
        let places = (row.owner.map { [$0] } ?? []) + (row.currency ?? []) + (row.folders ?? [])
        // Tests may import what Package.swift lists for them.
        guard !places.isEmpty, !file.path.isBelow(["Tests"] + places) else { return nil }
        let fix =
            row.owner.map { "Use it through \($0), which owns it" } ?? "Move the code to "
            + places.joined(separator: " or ")
        return Breach(
            file.path, line, "packages", module,
            "\(file.path.folder) may not import \(module), which is \(row.reason). Fix: \(fix).")
    }

    // MARK: Package.swift

    /// Imports without a dependency, and dependencies without an import. SwiftPM reports neither.
    private func dependencyBreaches(
        of target: Manifest.Target, files: [SourceFile], targets: [String: Manifest.Target], besides found: [Breach]
    ) -> [Breach] {
        var known = Set(target.dependencies).union(found.map(\.subject))
        var breaches: [Breach] = []
        for file in files {
            for (module, line) in file.imports where targets[module] != nil || manifest.products.contains(module) {
                guard known.insert(module).inserted else { continue }
                breaches.append(
                    Breach(
                        file.path, line, "manifest", module,
                        "\(target.name) imports \(module) without a dependency, which compiles only while another target "
                            + "links it. Fix: Add \(module) to the dependencies of \(target.name) in Package.swift."))
            }
        }
        let imported = Set(files.flatMap { $0.imports.map(\.module) })
        let unused = target.dependencies.filter { name in
            let isProgram = target.type == "test" && targets[name]?.type == "executable"
            return !imported.contains(name) && !isProgram && targets[name]?.type != "plugin"
        }
        return breaches
            + unused.map { name in
                Breach(
                    "Package.swift", manifest.line(of: target.name), "manifest", name,
                    "\(target.name) depends on \(name) and does not import it, which costs build time. "
                        + "Fix: Delete \(name) from its dependencies.")
            }
    }

    /// One breach for each folder with Swift files that no target compiles.
    private func strayFolders(of files: [SourceFile]) -> [Breach] {
        let excluded = manifest.targets.flatMap(\.excluded)
        let folders = files.filter { !$0.path.isBelow(excluded) }.map { file in
            let parts = file.path.folder.split(separator: "/")
            return parts.prefix(file.path.isBelow(["Modules/Adapters"]) ? 3 : 2).joined(separator: "/")
        }
        return Set(folders).sorted().map { folder in
            Breach(
                folder, 1, "manifest", folder,
                "no target compiles the Swift files of \(folder), so nothing reports their errors. "
                    + "Fix: Add a target with this path to Package.swift, or delete the folder.")
        }
    }

    // MARK: Words

    private func wordBreaches() -> [Breach] {
        contract.words.flatMap { row in
            let matches = files.flatMap { file in file.matches.filter { $0.rule == row.id }.map { (file.path, $0) } }
            return matches.enumerated().compactMap { index, use -> Breach? in
                let (path, match) = use
                var what = "`\(match.text)` is forbidden here"
                if let (limit, comment) = row.limit.flatMap({ limit in row.comment.map { (limit, $0) } }) {
                    let isExplained = match.comments.contains { $0.hasPrefix(comment) }
                    if index < limit, isExplained { return nil }
                    what =
                        "`\(match.text)` "
                        + (isExplained ? "exceeds the limit of \(limit)" : "has no `\(comment) …` above it")
                }
                return Breach(path, match.line, row.id, match.text, "\(what). \(row.reason). Fix: \(row.fix).")
            }
        }
    }

    // MARK: The contract itself

    private func applyExceptions(to found: [Breach]) -> (rest: [Breach], idle: [Breach]) {
        var (rest, idle) = (found, [Breach]())
        for row in contract.exceptions {
            for file in row.files {
                let count = rest.count
                rest.removeAll { breach in
                    row.rules.contains(breach.rule) && breach.file.isBelow([file])
                        && row.subjects?.contains(breach.subject) ?? true
                }
                guard rest.count == count else { continue }
                let rules = row.rules.joined(separator: " and ")
                idle.append(
                    contractBreach(file, "the exception of \(file) from \(rules) is not needed any more", "Delete it"))
            }
        }
        return (rest, idle)
    }

    /// Rows that match nothing, so that a misspelled name does not pass.
    private func idleRows() -> [Breach] {
        let imported = Set(files.flatMap { $0.imports.map(\.module) })
        let layers = contract.layers.flatMap(\.folders).filter { folder in !files.contains { $0.path.isBelow([folder]) }
        }
        let packages = contract.packages.filter { imported.isDisjoint(with: $0.modules) }.map(\.modules[0])
        let words = contract.words.filter { row in !files.contains { row.covers($0.path) } }.map(\.id)
        let second = contract.packages.filter {
            $0.owner != nil && ($0.folders ?? []).contains { $0.hasPrefix("Modules/") }
        }
        return layers.map {
            contractBreach($0, "the layer \($0) has no Swift file", "Correct its folder, or delete the row")
        }
            + packages.map { contractBreach($0, "no Swift file imports \($0)", "Delete the row") }
            + words.map { contractBreach($0, "the rule \($0) applies to no file", "Correct its folders") }
            + second.map { row in
                contractBreach(
                    row.modules[0], "\(row.modules[0]) has a second owner among the modules",
                    "Use it through \(row.owner ?? ""), or list the folder as `currency`")
            }
    }

    /// A breach at the first line of the contract that contains `name`.
    private func contractBreach(_ name: String, _ what: String, _ fix: String) -> Breach {
        let lines = workspace.contractText.components(separatedBy: "\n")
        let line = (lines.firstIndex { $0.contains("\"\(name)\"") } ?? 0) + 1
        return Breach(
            LayerContract.path, line, "contract", name,
            "\(what), and a row without effect hides the next mistake. Fix: \(fix).")
    }
}
