import Primitives
import Synchronization

/// Who comes first: work that ends, or the limit of its time.
final class LimitRace: Sendable {
    enum Winner: Sendable {
        case work, limit
    }

    private enum State {
        case running
        case awaited(CheckedContinuation<Winner, Never>)
        case won(Winner)
    }

    private let state = Mutex(State.running)

    /// `nil` while the race is on.
    var winner: Winner? {
        state.withLock { if case .won(let winner) = $0 { winner } else { nil } }
    }

    /// `runner` has come to its end. The first counts.
    func finish(_ runner: Winner) {
        let continuation = state.withLock { state -> CheckedContinuation<Winner, Never>? in
            switch state {
            case .running:
                state = .won(runner)
                return nil
            case .awaited(let continuation):
                state = .won(runner)
                return continuation
            case .won: return nil
            }
        }
        continuation?.resume(returning: runner)
    }

    /// Lets `limit` run, and waits for the winner. One task may.
    func end(by limit: TimeLimit) async -> Winner {
        let alarm = limit.setAlarm { self.finish(.limit) }
        defer { alarm.turnOff() }
        return await withCheckedContinuation { continuation in
            let winner = state.withLock { state -> Winner? in
                if case .won(let winner) = state { return winner }
                state = .awaited(continuation)
                return nil
            }
            if let winner { continuation.resume(returning: winner) }
        }
    }
}
