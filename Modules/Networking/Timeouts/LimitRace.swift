import Primitives
import Synchronization

/// Who comes first: an exchange that ends, or the limit of its time.
final class LimitRace: Sendable {
    enum Winner: Sendable {
        case exchange(Result<ServerResponse, NetworkError>)
        case limit
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

    /// Lets the limit run, which ends at `moment` on `time`, and waits for the winner. One task may.
    func end(by moment: Duration, on time: any TimeSource) async -> Winner {
        let alarm = time.setAlarm(at: moment) { self.finish(.limit) }
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
