public import Observation

/// Counts the calls that are in progress, for one indicator of a screen or an app.
///
/// One method begins and ends a call, so the count is balanced whether the call returns, throws or is cancelled.
@MainActor
@Observable
public final class Activity {
    /// The number of tracked calls that have not ended.
    public private(set) var count = 0

    /// Creates a counter without calls.
    public init() {}

    /// Whether any call is in progress.
    public var isActive: Bool { count > 0 }

    /// Runs `work` and counts it until it ends.
    public func track<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        count += 1
        defer { count -= 1 }
        return try await work()
    }
}
