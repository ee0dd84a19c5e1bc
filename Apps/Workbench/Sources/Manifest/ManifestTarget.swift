/// One target of Package.swift.
struct ManifestTarget: Sendable, Equatable {
    enum Kind: String, Sendable {
        case regular, executable, test, system, binary, plugin, macro
    }

    let name: String
    let kind: Kind
    /// From the package's root, without a trailing slash.
    let path: String
    let dependencies: [ManifestDependency]
    /// From the target's folder; empty if all of it is source.
    let sources: [String]
    /// Excluded files and resources, from the target's folder.
    let notCompiled: [String]

    /// The targets of this package that it depends on.
    var targetDependencies: [String] {
        dependencies.compactMap { if case .target(let name) = $0 { name } else { nil } }
    }

    /// The products of other packages that it depends on.
    var products: [(name: String, package: String?)] {
        dependencies.compactMap { if case .product(let name, let package) = $0 { (name, package) } else { nil } }
    }

    /// Whether the target compiles a file.
    func contains(_ file: String) -> Bool {
        guard file.hasPrefix(path + "/") else { return false }
        let inner = String(file.dropFirst(path.count + 1))
        let isIn = { (folder: String) in inner == folder || inner.hasPrefix(folder + "/") }
        return (sources.isEmpty || sources.contains(where: isIn)) && !notCompiled.contains(where: isIn)
    }
}
