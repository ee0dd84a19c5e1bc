/// Package.swift as SwiftPM understands it: the parts of `swift package dump-package` that the rules need.
struct Manifest: Sendable, Equatable {
    let targets: [ManifestTarget]
    let products: [ManifestProduct]
    /// The identities of its package dependencies in lower case, because SwiftPM ignores case.
    let packages: [String]

    func target(named name: String) -> ManifestTarget? {
        targets.first { $0.name == name }
    }

    /// The names that `swift run` accepts: the declared executables, and those that SwiftPM adds for other executable
    /// targets.
    var executables: Set<String> {
        let declared = products.filter(\.isExecutable)
        let covered = Set(declared.flatMap(\.targets))
        let added = targets.filter { $0.kind == .executable && !covered.contains($0.name) }
        return Set(declared.map(\.name)).union(added.map(\.name))
    }
}
