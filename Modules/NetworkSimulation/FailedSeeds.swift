/// The seeds whose scenario threw an error, and how to replay each.
public struct FailedSeeds: Error, CustomStringConvertible {
    /// One seed's failure.
    public struct Failure: Sendable {
        /// The world's seed.
        public let seed: UInt64
        /// What the scenario threw.
        public let error: any Error
    }

    /// In the order of their seeds.
    public let failures: [Failure]

    public var description: String {
        failures.map { "seed \($0.seed): \($0.error). Set STRATA_SEED=\($0.seed) to replay it." }.joined(
            separator: "\n")
    }
}
