import Observation
import TestSupport

/// An error of the calls in tests.
enum FakeFailure: Error, Equatable {
    case cancelled
    case refused(String)
}

/// A value whose release a test can await, to learn that a result was dropped.
final class Token: Sendable, Equatable {
    let name: String
    private let released: @Sendable () -> Void

    init(_ name: String, released: @escaping @Sendable () -> Void = {}) {
        self.name = name
        self.released = released
    }

    deinit { released() }

    static func == (left: Token, right: Token) -> Bool { left.name == right.name }
}

/// Returns once `condition` holds. It reads the condition again after each change of an observed property.
@MainActor
func wait(until condition: () -> Bool) async throws {
    while true {
        let (changes, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let holds = withObservationTracking(condition) { report.yield() }
        if holds { return }
        // Ends without an element if the test is cancelled, for example by its time limit.
        for await _ in changes { break }
        try Task.checkCancellation()
    }
}

extension Gate {
    /// Passes the gate, and throws `error` if the task was cancelled meanwhile, as a service does.
    func pass(orThrow error: FakeFailure) async throws(FakeFailure) {
        await pass()
        if Task.isCancelled { throw error }
    }
}

extension AsyncStream where Element: Sendable {
    /// The next element; `nil` at the end, and if the test is cancelled.
    func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
        var iterator = makeAsyncIterator()
        return await iterator.next(isolation: actor)
    }
}
