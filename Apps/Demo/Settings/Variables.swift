/// The environment variables that begin with STRATA_.
enum Variables {
    static var settings: String { "STRATA_SETTINGS" }
    static var apiKey: String { "STRATA_API_KEY" }

    /// The variables that `strata` reads.
    static var known: [String] { SettingKey.allCases.map(\.variable) + [settings, apiKey] }

    /// The variables that building and testing this workspace reads, which the same shell may have set.
    static var elsewhere: [String] {
        ["STRATA_STRICT", "STRATA_SEED", "STRATA_SEEDS", "STRATA_HTTPBIN"]
    }

    /// A warning for each unknown `STRATA_` variable. A misspelled name would otherwise leave the default in effect
    /// without a message.
    static func warnings(_ environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("STRATA_") && !(known + elsewhere).contains($0) }.sorted().map { name in
            let nearest = known.min { name.editDistance(to: $0) < name.editDistance(to: $1) }
            return "Ignoring the unknown variable \(name)."
                + (nearest.map { " Did you mean \($0)?" } ?? "")
        }
    }
}
