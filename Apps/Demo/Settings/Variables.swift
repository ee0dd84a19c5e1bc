/// The variables of the environment that begin with STRATA_.
enum Variables {
    static var settings: String { "STRATA_SETTINGS" }
    static var apiKey: String { "STRATA_API_KEY" }

    /// What `strata` reads.
    static var known: [String] { SettingKey.allCases.map(\.variable) + [settings, apiKey] }

    /// What building and testing this workspace reads, in the same shell perhaps.
    static var elsewhere: [String] {
        ["STRATA_STRICT", "STRATA_SEED", "STRATA_SEEDS", "STRATA_HTTPBIN"]
    }

    /// A sentence about each variable that looks like one of ours and is none: a name with a slip of the finger would
    /// otherwise leave the default in force, and nobody would learn why.
    static func warnings(_ environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("STRATA_") && !(known + elsewhere).contains($0) }.sorted().map { name in
            let nearest = known.min { name.editDistance(to: $0) < name.editDistance(to: $1) }
            return "\(name) is no variable of strata and changes nothing."
                + (nearest.map { " The nearest one is \($0)." } ?? "")
        }
    }
}
