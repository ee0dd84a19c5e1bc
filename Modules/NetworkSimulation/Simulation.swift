import Foundation
public import Testing

/// Runs a scenario in many worlds.
public enum Simulation {
    /// Runs `scenario` once for each seed, and records the seed with every failure: setting STRATA_SEED to it runs that one
    /// world again, and nothing else.
    ///
    /// - Parameter count: how many worlds, of the seeds 1 to `count`; STRATA_SEEDS asks for another number, for a long
    ///   search at night.
    public static func run(
        seeds count: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ scenario: (SimulatedWorld) throws -> Void
    ) {
        for seed in seeds(count, environment: ProcessInfo.processInfo.environment) {
            do {
                try scenario(SimulatedWorld(seed: seed))
            } catch {
                Issue.record(
                    "seed \(seed): \(error). Set STRATA_SEED=\(seed) to replay it.", sourceLocation: sourceLocation)
            }
        }
    }

    static func seeds(_ count: Int, environment: [String: String]) -> [UInt64] {
        if let named = environment["STRATA_SEED"].flatMap({ UInt64($0) }) { return [named] }
        let count = environment["STRATA_SEEDS"].flatMap { UInt64($0) } ?? UInt64(max(1, count))
        return Array(1...max(1, count))
    }
}
