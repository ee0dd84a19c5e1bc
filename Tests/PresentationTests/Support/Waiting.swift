import EngineTestSupport
import Observation
import Services
import Synchronization
import Testing

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

/// The calls of a slow service: each waits until the test lets it end, and then reports its cancellation.
struct SlowCalls: Sendable {
    /// Where each call waits.
    let gate = Gate()
    /// Counts the cancelled calls.
    let cancelled = Gate(isOpen: true)

    /// - Parameter error: what a cancelled call throws.
    func pass<Failure: Error>(orThrow error: Failure) async throws(Failure) {
        await gate.pass()
        guard Task.isCancelled else { return }
        await cancelled.pass()
        throw error
    }

    /// Expects that releasing a model in the middle of a call releases it at once, and cancels its call.
    @MainActor
    func expectRelease<Model: AnyObject>(
        of makeModel: () throws -> Model, sourceLocation: SourceLocation = #_sourceLocation,
        during call: (Model) async -> Void
    ) async throws {
        var model: Model? = try makeModel()
        weak let released = model
        if let model { await call(model) }
        await gate.waitForArrivals(1)
        model = nil
        #expect(released == nil, sourceLocation: sourceLocation)
        await cancelled.waitForArrivals(1)
        #expect(cancelled.arrivals == 1, sourceLocation: sourceLocation)
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

/// A value that a test changes. Each observation is a stream of its own.
final class Observed<Value: Sendable>: Sendable {
    private let observers = Mutex<[Snapshots<Value>.Continuation]>([])

    func observe() -> Snapshots<Value> {
        AsyncStream { observer in observers.withLock { $0.append(observer) } }
    }

    func yield(_ element: Snapshots<Value>.Element) {
        for observer in observers.withLock({ $0 }) { observer.yield(element) }
    }
}
