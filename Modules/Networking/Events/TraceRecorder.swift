import Foundation
import Synchronization

/// Keeps the traces of the calls that it is told of, the newest few of them.
public final class TraceRecorder: EventMonitor {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var traces: [UUID: CallTrace] = [:]
        /// By their first event.
        var order: [UUID] = []
    }

    /// - Parameter limit: how many traces are kept; of a server's worth of calls only the last are of interest.
    public init(keeping limit: Int = 100) {
        self.limit = max(1, limit)
    }

    /// In the order in which the calls began.
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
