import NIOCore
import Synchronization

/// The connections whose clients have something to send: a request, or the rest of one.
///
/// There is room for so many of them. One more closes the one that has been silent longest, so that clients that open
/// connections and send nothing don't keep others out.
final class WaitingConnections: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: (channel: any Channel, turn: Int)] = [:]
        var turn = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Adds a connection, or notes that it has sent something.
    func add(_ channel: any Channel) {
        let silent = state.withLock { state -> (any Channel)? in
            state.turn += 1
            state.connections[ObjectIdentifier(channel)] = (channel, state.turn)
            guard state.connections.count > limit else { return nil }
            guard let oldest = state.connections.min(by: { $0.value.turn < $1.value.turn }) else { return nil }
            state.connections[oldest.key] = nil
            return oldest.value.channel
        }
        silent?.close(promise: nil)
    }

    /// Removes a connection that waits for the server, or is closed.
    func remove(_ channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }
}
