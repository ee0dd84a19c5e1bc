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
        ["STRICT", "HTTPBIN", "GRAPHQL", "FUZZ_CASES", "TEST_SERVER"].map { AppName.variablePrefix + $0 }
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
