import Foundation
import Synchronization

/// Records the traces of the most recent calls.
public final class TraceRecorder: EventMonitor {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var traces: [UUID: CallTrace] = [:]
        /// In the order of their first events.
        var order: [UUID] = []
    }

    /// - Parameter limit: how many traces are stored; older ones are removed.
    public init(limit: Int = 100) {
        self.limit = max(1, limit)
    }

    /// The stored traces, in the order in which their calls started.
    public var traces: [CallTrace] {
        state.withLock { state in state.order.compactMap { state.traces[$0] } }
    }

    public func receive(_ event: CallEvent) {
        state.withLock { state in
            if state.traces[event.callID]?.note(event) == nil {
                state.traces[event.callID] = CallTrace(event)
                state.order.append(event.callID)
                if state.order.count > limit { state.traces[state.order.removeFirst()] = nil }
            }
        }
    }
}
