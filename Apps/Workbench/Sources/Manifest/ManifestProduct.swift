/// One product of Package.swift.
struct ManifestProduct: Sendable, Equatable {
    let name: String
    let isExecutable: Bool
    let targets: [String]
}
