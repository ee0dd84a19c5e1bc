import Foundation

/// What a review of the architecture can count: modules, their dependencies and their public surface.
struct ReviewFigures: Sendable {
    struct Module: Sendable, Identifiable {
        let id: String
        let path, purpose: String
        /// The length of the longest chain of imports below it.
        let level: Int
        let lines, files, types, protocols, tests: Int
        /// The modules that it imports, and those that import it.
        let imports, importers: [String]
        /// Declarations that other packages can use, and those of them with a comment; `nil` for an app.
        let surface: (declarations: Int, documented: Int)?
        /// The share of the lines that tests ran; `nil` if it was not measured.
        let coverage: Double?

        /// Efferent couplings over all couplings (Martin, *Agile Software Development*, chapter 20): 0 is stable, and 1 is
        /// free to change.
        var instability: Double { Double(imports.count) / max(1, Double(imports.count + importers.count)) }
        /// Protocols over types: 1 has no implementation.
        var abstractness: Double { Double(protocols) / max(1, Double(types)) }
        /// The distance from the main sequence, the line on which stable modules are abstract and concrete ones are free to
        /// change.
        var distance: Double { abs(abstractness + instability - 1) }
    }

    let modules: [Module]

    /// How many modules each module needs, itself included, added up (Lakos's cumulative component dependency).
    var cumulativeDependency: Int {
        modules.reduce(0) { $0 + reachable(from: $1.id).count }
    }

    /// The same divided by that of a balanced binary tree of as many modules: above 1 the modules depend more on
    /// each other.
    var normalizedDependency: Double {
        let count = Double(modules.count)
        return Double(cumulativeDependency) / max(1, (count + 1) * log2(count + 1) - count)
    }

    /// The imports that no longer chain implies, so that a drawing has few lines.
    var essentialImports: [(from: String, to: String)] {
        modules.flatMap { module in
            let indirect = module.imports.reduce(into: Set<String>()) {
                $0.formUnion(reachable(from: $1).subtracting([$1]))
            }
            return module.imports.filter { !indirect.contains($0) }.map { (module.id, $0) }
        }
    }

    private func reachable(from name: String) -> Set<String> {
        let imports = Dictionary(uniqueKeysWithValues: modules.map { ($0.id, $0.imports) })
        var (found, waiting): (Set<String>, [String]) = ([], [name])
        while let next = waiting.popLast() {
            if found.insert(next).inserted { waiting += imports[next] ?? [] }
        }
        return found
    }

    /// The longest chain below each node of a graph without cycles.
    static func levels(_ edges: [String: [String]]) -> [String: Int] {
        var levels: [String: Int] = [:]
        func level(_ node: String) -> Int {
            if let known = levels[node] { return known }
            // A cycle would end here; the check of the layers reports it.
            levels[node] = 0
            let level = (edges[node] ?? []).map { level($0) + 1 }.max() ?? 0
            levels[node] = level
            return level
        }
        edges.keys.sorted().forEach { _ = level($0) }
        return levels
    }
}

extension ReviewFigures {
    /// - Parameters:
    ///   - symbols: a folder with the symbol graphs of the modules.
    ///   - coverage: a file in the format of `llvm-cov export`, if there is one.
    init(_ workspace: Workspace, symbols: String, coverage: String) throws {
        let targets = workspace.manifest.targets.filter { target in
            ["regular", "executable"].contains(target.type) && target.path.isBelow(["Modules", "Apps"])
        }
        let names = Set(targets.map(\.name))
        let imports = Dictionary(
            uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies.filter(names.contains).sorted()) })
        let levels = Self.levels(imports)
        let covered = try Self.coverage(coverage, root: workspace.root)
        let declaration = try NSRegularExpression(
            pattern:
                #"^ *(?:(?:public|package|internal|private|final|indirect) )*(struct|class|enum|actor|protocol) [A-Z]"#,
            options: .anchorsMatchLines)
        modules = try targets.map { target in
            let paths = workspace.files.map(\.path).filter(target.compiles)
            let texts = try paths.map { try String(contentsOfFile: "\(workspace.root)/\($0)", encoding: .utf8) }
            let kinds = texts.flatMap { text in
                declaration.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
                    Range($0.range(at: 1), in: text).map { String(text[$0]) }
                }
            }
            let tests = try workspace.files.map(\.path).filter { $0.hasPrefix("Tests/\(target.name)Tests/") }.map {
                try String(contentsOfFile: "\(workspace.root)/\($0)", encoding: .utf8).matches(of: /@Test\b/).count
            }
            let lines = covered.filter { target.compiles($0.path) }
            return Module(
                id: target.name, path: target.path, purpose: workspace.contract.layer(of: target.path)?.row.is ?? "",
                level: levels[target.name] ?? 0, lines: texts.reduce(0) { $0 + $1.count { $0 == "\n" } },
                files: paths.count, types: kinds.count, protocols: kinds.count { $0 == "protocol" },
                tests: tests.reduce(0, +), imports: imports[target.name] ?? [],
                importers: imports.filter { $0.value.contains(target.name) }.map(\.key).sorted(),
                surface: try Self.surface(of: target.name, in: symbols),
                coverage: lines.isEmpty
                    ? nil : Double(lines.reduce(0) { $0 + $1.run }) / Double(max(1, lines.reduce(0) { $0 + $1.all })))
        }.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
    }

    private static func surface(of module: String, in folder: String) throws -> (Int, Int)? {
        struct Graph: Decodable {
            struct Symbol: Decodable {
                struct Comment: Decodable {}
                let docComment: Comment?
            }
            let symbols: [Symbol]
        }
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(module).symbols.json") else { return nil }
        let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols
        return (symbols.count, symbols.count { $0.docComment != nil })
    }

    private static func coverage(_ file: String, root: String) throws -> [(path: String, all: Int, run: Int)] {
        struct Export: Decodable {
            struct Unit: Decodable { let files: [File] }
            struct File: Decodable {
                struct Summary: Decodable { let lines: Lines }
                struct Lines: Decodable { let count, covered: Int }
                let filename: String
                let summary: Summary
            }
            let data: [Unit]
        }
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return try JSONDecoder().decode(Export.self, from: data).data.flatMap(\.files).map {
            ($0.filename.replacing(root + "/", with: ""), $0.summary.lines.count, $0.summary.lines.covered)
        }
    }
}

/// Docs/review.json: what a review compares the figures with.
struct ReviewRecord: Codable, Sendable {
    static let path = "Docs/review.json"

    struct Budgets: Codable, Sendable {
        /// The most modules that one module may import, apps aside, and the most lines of one module.
        let imports, lines: Int
        let normalizedDependency: Double
        /// The least share of the public declarations of a module that have a comment.
        let documented: Double
    }
    struct Baseline: Codable, Sendable {
        struct Module: Codable, Sendable { let lines, imports, importers, declarations: Int }
        let date: String
        let normalizedDependency: Double
        let modules: [String: Module]
    }
    /// What a package adds to a first build.
    struct Cost: Codable, Sendable {
        let package, measured: String
        let seconds: Int
        let bytes: Int
    }

    let budgets: Budgets
    var baseline: Baseline
    let packages: [Cost]

    /// The figures that exceed a budget, each as a sentence.
    func excesses(_ figures: ReviewFigures) -> [String] {
        var texts = figures.modules.filter { !$0.path.isBelow(["Apps"]) }.flatMap { module in
            var texts: [String] = []
            if module.imports.count > budgets.imports, !module.path.isBelow(Self.manyImports) {
                texts.append("\(module.id) imports \(module.imports.count) modules; the budget is \(budgets.imports)")
            }
            if module.lines > budgets.lines {
                texts.append("\(module.id) has \(module.lines) lines; the budget is \(budgets.lines)")
            }
            if let (all, documented) = module.surface, all > 0, Double(documented) / Double(all) < budgets.documented {
                texts.append("\(module.id) has comments on \(documented) of \(all) public declarations")
            }
            return texts
        }
        if figures.normalizedDependency > budgets.normalizedDependency {
            texts.append(
                "the dependencies of all modules exceed \(budgets.normalizedDependency) times those of a balanced tree")
        }
        return texts
    }

    /// Modules that may have more imports than others, because they connect the layers.
    private static let manyImports = ["Modules/RemoteServices", "Modules/TestSupport", "Modules/ContractSuites"]
}
