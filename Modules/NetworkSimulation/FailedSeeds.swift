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
