/// A package's module whose types its owner uses in ports, and the targets that implement or double these ports.
struct CurrencyRow: Decodable, Sendable {
    let module: String
    let targets: [String]
    let reason: String
}
