import Foundation
public import Testing

/// Runs a scenario in many worlds.
public enum Simulation {
    /// Runs `scenario` once for each seed, and records the seed with every failure: setting STRATA_SEED to it runs that one
    /// world again, and nothing else.
    ///
    /// - Parameter count: how many worlds, of the seeds 1 to `count`.
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
        return (1...max(1, UInt64(count))).map { $0 }
    }
}
