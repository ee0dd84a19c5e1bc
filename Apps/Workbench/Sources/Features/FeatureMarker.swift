/// A comment that says to which feature a line of a shared file belongs: `// feature: Products`.
///
/// `#`, `%%` (in diagrams) and `<!-- -->` are comments too. A line that several features need, such as an import, names
/// them all, separated by commas. A block is everything between two lines that contain nothing but the marker followed
/// by `begin` and `end`.
struct FeatureMarker: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case line, begin, end
    }

    let features: [String]
    let kind: Kind
    /// Whether the line contains nothing else.
    let isAlone: Bool

    /// The marker at the end of a line, `nil` if there is none.
    init?(endOf line: some StringProtocol) {
        let marker = /(?:\/\/|#|%%|<!--) feature: (\w+(?:, \w+)*)(?: (begin|end))?(?: -->)?\s*$/
        guard line.contains("feature: "), let match = String(line).firstMatch(of: marker) else { return nil }
        features = match.output.1.split(separator: ", ").map(String.init)
        kind =
            switch match.output.2 {
            case "begin": .begin
            case "end": .end
            default: .line
            }
        isAlone = line.trimmingSpaces == match.output.0.trimmingSpaces
    }

    /// The marker's line with these features only.
    func line(_ line: String, of features: [String]) -> String {
        let names = self.features.joined(separator: ", ")
        return line.replacing("feature: \(names)", with: "feature: \(features.joined(separator: ", "))")
    }

    /// The marker's line for the other features; unchanged if there are none.
    func removing(_ removed: Set<String>, from line: String) -> String {
        let rest = features.filter { !removed.contains($0) }
        return rest.isEmpty ? line : self.line(line, of: rest)
    }
}
