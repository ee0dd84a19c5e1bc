import Foundation

/// Package.swift, as `swift package dump-package` prints it: the parts that the checks need.
struct Manifest: Sendable {
    struct Target: Sendable {
        /// The type is `regular`, `executable`, `test`, `system`, `plugin` or another. The path is from the root.
        let name, type, path: String
        /// Other targets, and products of packages.
        var dependencies: [String]
        /// Files and folders that it does not compile.
        let excluded: [String]

        func compiles(_ file: String) -> Bool { type != "system" && file.isBelow([path]) && !file.isBelow(excluded) }
    }

    var targets: [Target]
    /// Package.swift itself, because the dump has no line numbers.
    let text: String

    /// Evaluates the manifest without resolving or building. The scratch folder keeps SwiftPM from waiting for a build.
    init(root: String) throws {
        let (status, dump) = try Shell.run(
            ["swift", "package", "--scratch-path", ".build-workbench/manifest", "dump-package"], in: root)
        guard status == 0 else { throw WorkbenchError("SwiftPM can't evaluate Package.swift (see above).") }
        targets = try JSONDecoder().decode(Dump.self, from: dump).targets.map { target in
            let path = target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
            return Target(
                name: target.name, type: target.type, path: path,
                dependencies: target.dependencies.flatMap { $0.values.compactMap { $0.first?.name } },
                excluded: (target.exclude + target.resources.map(\.path)).map { "\(path)/\($0)" })
        }
        text = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
    }

    /// What the targets use of packages.
    var products: Set<String> { Set(targets.flatMap(\.dependencies)).subtracting(targets.map(\.name)) }

    /// The names that `swift run` accepts.
    var executables: Set<String> {
        let products = text.matches(of: /\.executable\(\s*name: "([^"]+)"/).map { String($0.1) }
        return Set(products + targets.filter { $0.type == "executable" }.map(\.name))
    }

    /// The line on which the declaration of `target` names `dependency`. A product's constant begins in lower case.
    func line(of dependency: String, in target: String) -> Int {
        let declaration = text.range(of: #"\b(module|adapter|app|tests)\(\s*"\#(target)""#, options: .regularExpression)
        guard let declaration else { return 1 }
        let name = text.range(
            of: #"\b\#(dependency)\b"#, options: [.regularExpression, .caseInsensitive],
            range: declaration.upperBound..<text.endIndex)
        return text.line(at: (name ?? declaration).lowerBound)
    }
}

/// The dump, in which an enum is an object with its case as the only key.
private struct Dump: Decodable {
    struct Target: Decodable {
        struct Resource: Decodable { let path: String }

        let name, type: String
        let path: String?
        let exclude: [String]
        let resources: [Resource]
        let dependencies: [[String: [Name]]]
    }

    /// A string among a dependency's values, or `nil` for another type, such as a condition.
    struct Name: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws { name = try? decoder.singleValueContainer().decode(String.self) }
    }

    let targets: [Target]
}
