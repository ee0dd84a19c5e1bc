import NetworkSimulation
import Networking
import Primitives
import Synchronization

/// Records how and when each call of a scenario ended.
final class CallLog: Sendable {
    struct Entry: Sendable, Equatable {
        let user: Int
        let began: Duration
        let ended: Duration
        /// `nil` for a call that returned a value.
        let error: NetworkError?

        var duration: Duration { ended - began }
    }

    private let stored = Mutex<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    /// The entries of calls that started in `range`.
    func entries(begunIn range: Range<Duration>) -> [Entry] {
        entries.filter { range.contains($0.began) }
    }

    /// Makes a call, records how it ended, and returns its value if it has one.
    @discardableResult
    func note<Value>(
        _ user: Int, in world: SimulatedWorld, _ call: () async throws(NetworkError) -> Value
    ) async -> Value? {
        let began = world.time.monotonicTime
        var failure: NetworkError?
        var value: Value?
        do throws(NetworkError) { value = try await call() } catch { failure = error }
        let entry = Entry(user: user, began: began, ended: world.time.monotonicTime, error: failure)
        stored.withLock { $0.append(entry) }
        return value
    }
}
