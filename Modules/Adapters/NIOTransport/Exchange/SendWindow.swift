import Synchronization

/// Limits how many bytes of a body wait until the operating system accepts them. For one sender.
final class SendWindow: Sendable {
    typealias Resume = @Sendable () -> Void

    private struct State {
        var used = 0
        var sender: (count: Int, resume: Resume)?
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) {
        self.size = size
    }

    /// Returns when there is room, or when the connection has ended.
    func open(for count: Int) async {
        await withCheckedContinuation { sender in
            open(for: count) { sender.resume() }
        }
    }

    /// Calls `resume` at once if any of the window is free, even for a larger piece; otherwise when half of it is free.
    func open(for count: Int, _ resume: @escaping Resume) {
        let hasRoom = state.withLock { state in
            let hasRoom = state.used < size
            if hasRoom { state.used += count } else { state.sender = (count, resume) }
            return hasRoom
        }
        if hasRoom { resume() }
    }

    /// The operating system has accepted or refused a piece.
    func close(by count: Int) {
        let sender = state.withLock { state -> (count: Int, resume: Resume)? in
            state.used -= count
            // Resume only when half of the window is free, and not for each piece.
            guard state.used <= size / 2, let sender = state.sender.take() else { return nil }
            state.used += sender.count
            return sender
        }
        sender?.resume()
    }
}
