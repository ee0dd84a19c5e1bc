/// Packages that shipped targets other than their owner may use.
struct SharedPackagesRow: Decodable, Sendable {
    let packages: [String]
    let targets: [String]
    let reason: String

    func covers(_ package: PackageRow, in target: String) -> Bool {
        targets.contains(target) && packages.contains { $0.lowercased() == package.identity }
    }
}
