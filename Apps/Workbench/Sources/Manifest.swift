import Foundation

/// Package.swift, as `swift package dump-package` prints it: the parts that the checks need.
struct Manifest: Sendable {
    struct Target: Sendable {
        let name: String
        /// `regular`, `executable`, `test`, `system`, `plugin` and others.
        let type: String
        /// From the root.
        let path: String
        /// Other targets, and products of packages.
        var dependencies: [String]
        /// Files and folders that it does not compile.
        let excluded: [String]

        var isSwift: Bool { type != "system" && type != "binary" }

        func compiles(_ file: String) -> Bool { file.isBelow([path]) && !file.isBelow(excluded) }
    }

    var targets: [Target]
    /// The names that `swift run` accepts.
    let executables: Set<String>
    /// Package.swift itself, because the dump has no line numbers.
    let lines: [String]

    /// What the targets use of packages.
    let products: Set<String>

    /// Evaluates the manifest without resolving or building. The scratch folder keeps SwiftPM from waiting for a build.
    init(root: String) throws {
        let (status, dump) = try Shell.run(
            ["swift", "package", "--scratch-path", ".build-workbench/manifest", "dump-package"], in: root)
        guard status == 0 else { throw WorkbenchError("SwiftPM can't evaluate Package.swift (see above).") }
        let package = try JSONDecoder().decode(Dump.self, from: dump)
        targets = package.targets.map { target in
            let path = target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
            return Target(
                name: target.name, type: target.type, path: path,
                dependencies: target.dependencies.flatMap { $0.values.compactMap { $0.first?.name } },
                excluded: (target.exclude + target.resources.map(\.path)).map { "\(path)/\($0)" })
        }
        products = Set(targets.flatMap(\.dependencies)).subtracting(targets.map(\.name))
        let programs = package.products.filter { $0.type.keys.contains("executable") }
        let named = Set(programs.flatMap(\.targets))
        executables = Set(programs.map(\.name))
            .union(targets.filter { $0.type == "executable" && !named.contains($0.name) }.map(\.name))
        lines = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8).components(separatedBy: "\n")
    }

    /// The line on which a target is declared: its name is the first argument, but not of a product.
    func line(of target: String) -> Int {
        let index = lines.firstIndex { line in
            ["(\"\(target)\"", "name: \"\(target)\"", "        \"\(target)\",\n"].contains {
                (line + "\n").contains($0)
            }
                && !line.contains(".library(") && !line.contains(".executable(") && !line.contains("  .product(")
        }
        return (index ?? 0) + 1
    }

    /// The targets as a Mermaid flowchart: those in Modules, or all of them.
    func graph(all: Bool) -> String {
        let shown = targets.filter { all || $0.path.hasPrefix("Modules/") }.sorted { $0.name < $1.name }
        let groups = Dictionary(grouping: shown) { $0.path.prefix { $0 != "/" } }.sorted { $0.key < $1.key }
        let nodes = groups.flatMap { ["    subgraph \($0)"] + $1.map { "        " + $0.name } + ["    end"] }
        let edges = shown.flatMap { target in
            Set(target.dependencies).intersection(shown.map(\.name)).sorted().map { "    \(target.name) --> \($0)" }
        }
        return (["flowchart TD"] + nodes + edges).joined(separator: "\n")
    }
}

/// The dump, in which an enum is an object with its case as the only key.
private struct Dump: Decodable {
    struct Target: Decodable {
        struct Resource: Decodable { let path: String }

        let name: String
        let type: String
        let path: String?
        let exclude: [String]
        let resources: [Resource]
        let dependencies: [[String: [Name]]]
    }

    struct Product: Decodable {
        let name: String
        let targets: [String]
        let type: [String: [String]?]
    }

    /// A string among a dependency's values, or `nil` for another type, such as a condition.
    struct Name: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws { name = try? decoder.singleValueContainer().decode(String.self) }
    }

    let targets: [Target]
    let products: [Product]
}
