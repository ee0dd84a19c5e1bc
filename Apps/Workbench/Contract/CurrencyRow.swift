/// A module of a package that belongs to its owner's ports, and the targets that implement or double those ports.
struct CurrencyRow: Decodable, Sendable {
    let module: String
    let targets: [String]
    let reason: String
}
