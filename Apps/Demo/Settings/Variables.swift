import Composition

/// The environment variables that begin with the app's prefix.
enum Variables {
    static var settings: String { AppName.variablePrefix + "SETTINGS" }
    static var apiKey: String { AppName.variablePrefix + "API_KEY" }
    static var token: String { AppName.variablePrefix + "TOKEN" }

    /// The variables that `strata` reads.
    static var known: [String] { SettingKey.allCases.map(\.variable) + [settings, apiKey, token] }

    /// The variables that the builds and tests of this workspace read. The same shell may have set them.
    static var elsewhere: [String] {
        ["STRICT", "HTTPBIN", "GRAPHQL", "FUZZ_CASES"].map { AppName.variablePrefix + $0 }
    }

    /// A warning for each unknown variable with the prefix. A misspelled name would otherwise leave the default in effect
    /// without a message.
    static func warnings(_ environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix(AppName.variablePrefix) && !(known + elsewhere).contains($0) }.sorted()
            .map { name in
                let nearest = known.min { name.editDistance(to: $0) < name.editDistance(to: $1) }
                return "Ignoring the unknown variable \(name)."
                    + (nearest.map { " Did you mean \($0)?" } ?? "")
            }
    }
}

extension String {
    /// The Levenshtein distance: how many characters to insert, delete or replace to turn this text into the other.
    func editDistance(to other: String) -> Int {
        let target = Array(other)
        // The distances between the characters read so far and each prefix of the other text.
        var row = Array(0...target.count)
        for (position, character) in enumerated() {
            var diagonal = row[0]
            row[0] = position + 1
            for (index, wanted) in target.enumerated() {
                let replaced = diagonal + (character == wanted ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = Swift.min(replaced, row[index] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
