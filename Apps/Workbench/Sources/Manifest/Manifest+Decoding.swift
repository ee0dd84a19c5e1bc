import Foundation

extension Manifest {
    /// Reads what `swift package dump-package` prints.
    ///
    /// - Throws: ``WorkspaceError/unreadableManifest(_:)``.
    init(dump: Data) throws {
        let package: DumpedPackage
        do {
            package = try JSONDecoder().decode(DumpedPackage.self, from: dump)
        } catch {
            throw WorkspaceError.unreadableManifest(String(describing: error))
        }
        let names = Set(package.targets.map(\.name))
        targets = try package.targets.map { try $0.target(besides: names) }
        products = package.products.map {
            ManifestProduct(name: $0.name, isExecutable: $0.type.keys.contains("executable"), targets: $0.targets)
        }
        packages = package.dependencies.flatMap { $0.values.flatMap { $0.map { $0.identity.lowercased() } } }
    }
}

/// The structure of the dump, in which an enum is an object with its case as the only key.
private struct DumpedPackage: Decodable {
    let targets: [DumpedTarget]
    let products: [DumpedProduct]
    let dependencies: [[String: [DumpedIdentity]]]
}

private struct DumpedIdentity: Decodable {
    let identity: String
}

private struct DumpedProduct: Decodable {
    let name: String
    let targets: [String]
    /// `{"executable": null}` or `{"library": ["automatic"]}`.
    let type: [String: [String]?]
}

private struct DumpedResource: Decodable {
    let path: String
}

private struct DumpedTarget: Decodable {
    let name: String
    let type: String
    let path: String?
    let sources: [String]?
    let exclude: [String]
    let resources: [DumpedResource]
    /// `{"byName": ["A", null]}`, `{"target": ["A", null]}` or `{"product": ["P", "package", null, null]}`; module
    /// aliases and conditions follow the names.
    let dependencies: [[String: [DumpedName]]]

    func target(besides names: Set<String>) throws -> ManifestTarget {
        guard let kind = ManifestTarget.Kind(rawValue: type) else {
            throw WorkspaceError.unreadableManifest("The target \(name) has the unknown type \"\(type)\".")
        }
        let folder = path ?? (kind == .test ? "Tests/\(name)" : "Sources/\(name)")
        return ManifestTarget(
            name: name, kind: kind, path: folder.withoutSlashAtEnd,
            dependencies: dependencies.flatMap { $0.compactMap { dependency(case: $0, names: $1, targets: names) } },
            sources: (sources ?? []).map(\.withoutSlashAtEnd),
            notCompiled: (exclude + resources.map(\.path)).map(\.withoutSlashAtEnd))
    }

    private func dependency(case: String, names: [DumpedName], targets: Set<String>) -> ManifestDependency? {
        guard let name = names.first?.name else { return nil }
        switch `case` {
        case "target":
            return .target(name)
        case "product":
            return .product(name, package: names.dropFirst().first?.name)
        case "byName":
            return targets.contains(name) ? .target(name) : .product(name, package: nil)
        default:
            return nil
        }
    }
}

/// A string of a dependency's array, or `nil` for an element of another type.
private struct DumpedName: Decodable {
    let name: String?

    init(from decoder: any Decoder) throws {
        name = try? decoder.singleValueContainer().decode(String.self)
    }
}

extension String {
    fileprivate var withoutSlashAtEnd: String {
        hasSuffix("/") ? String(dropLast()) : self
    }
}
