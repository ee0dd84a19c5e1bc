/// A comment that says to which feature a line of a shared file belongs: `// feature: Products`.
///
/// `#` and `<!-- -->` are comments too. A block stands between two lines that hold nothing but the marker followed by
/// `begin` and `end`.
struct FeatureMarker: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case line, begin, end
    }

    let feature: String
    let kind: Kind
    /// Whether the line holds nothing else.
    let isAlone: Bool

    /// The marker at the end of a line, `nil` if there is none.
    init?(endOf line: some StringProtocol) {
        let marker = /(?:\/\/|#|<!--) feature: (\w+)(?: (begin|end))?(?: -->)?\s*$/
        guard line.contains("feature: "), let match = String(line).firstMatch(of: marker) else { return nil }
        feature = String(match.output.1)
        kind =
            switch match.output.2 {
            case "begin": .begin
            case "end": .end
            default: .line
            }
        isAlone = line.trimmingSpaces == match.output.0.trimmingSpaces
    }
}
