import Foundation

/// Runs a scenario with many seeds.
public enum Simulation {
    /// Runs `scenario` once for each seed, and throws the seeds that failed. Set SIMULATION_SEED to one of them to run only
    /// that seed.
    ///
    /// - Parameter count: the scenario runs with the seeds 1 to `count`. SIMULATION_SEEDS overrides the number, for example
    ///   for a long search at night.
    public static func run(seeds count: Int, _ scenario: (SimulatedWorld) throws -> Void) throws(FailedSeeds) {
        var failures: [FailedSeeds.Failure] = []
        for seed in seeds(count, environment: ProcessInfo.processInfo.environment) {
            do {
                try scenario(SimulatedWorld(seed: seed))
            } catch {
                failures.append(FailedSeeds.Failure(seed: seed, error: error))
            }
        }
        guard failures.isEmpty else { throw FailedSeeds(failures: failures) }
    }

    static func seeds(_ count: Int, environment: [String: String]) -> [UInt64] {
        if let named = environment["SIMULATION_SEED"].flatMap({ UInt64($0) }) { return [named] }
        let count = environment["SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? UInt64(max(1, count))
        return Array(1...max(1, count))
    }
}

/// The seeds whose scenario threw an error. The description explains how to repeat each.
public struct FailedSeeds: Error, CustomStringConvertible {
    /// The failure of one seed.
    public struct Failure: Sendable {
        /// The seed of the simulation.
        public let seed: UInt64
        /// The error that the scenario threw.
        public let error: any Error
    }

    /// The failures, in the order of their seeds.
    public let failures: [Failure]

    public var description: String {
        failures.map { "seed \($0.seed): \($0.error). Set SIMULATION_SEED=\($0.seed) to repeat it." }.joined(
            separator: "\n")
    }
}
