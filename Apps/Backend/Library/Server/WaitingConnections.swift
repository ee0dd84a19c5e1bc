import NIOCore
import Synchronization

/// The connections on which the server waits for a request, or for the rest of one.
///
/// Their number is limited. Beyond the limit, the connection that was silent longest is closed, so that clients that
/// send nothing cannot block others.
final class WaitingConnections: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: (channel: any Channel, sequence: Int)] = [:]
        var sequence = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Adds a connection, or moves it to the end because it has sent something.
    func add(_ channel: any Channel) {
        let silent = state.withLock { state -> (any Channel)? in
            state.sequence += 1
            state.connections[ObjectIdentifier(channel)] = (channel, state.sequence)
            guard state.connections.count > limit else { return nil }
            guard let oldest = state.connections.min(by: { $0.value.sequence < $1.value.sequence }) else { return nil }
            state.connections[oldest.key] = nil
            return oldest.value.channel
        }
        silent?.close(promise: nil)
    }

    /// Removes a connection that is closed, or whose request is complete.
    func remove(_ channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }
}
