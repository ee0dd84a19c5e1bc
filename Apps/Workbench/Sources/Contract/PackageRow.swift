/// A third-party package and its modules. The rows of targets grant its use.
struct PackageRow: Decodable, Sendable {
    /// Its name in Package.swift: the last component of its address, `GRDB.swift`.
    let package: String
    /// The modules that targets may import. A product has the name of its module.
    let modules: [String]
    let reason: String

    /// In lower case, because SwiftPM ignores case.
    var identity: String { package.lowercased() }
}
