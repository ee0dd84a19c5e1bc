/// A third-party package and its vocabulary; who may use it stands in the targets' rows.
struct PackageRow: Decodable, Sendable {
    /// As Package.swift names it: the last part of its address, `GRDB.swift`.
    let package: String
    /// The modules that may be imported from it. A product is expected to bear its module's name.
    let modules: [String]
    let reason: String

    /// SwiftPM compares packages without regard to case.
    var identity: String { package.lowercased() }
}
