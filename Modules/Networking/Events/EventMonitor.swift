import Foundation
import Primitives

/// Receives every event of every call, when it happens.
///
/// An interceptor sees calls at one place of the pipeline, while a monitor receives the events of all interceptors.
/// ``receive(_:)`` runs in the task that reports the event, so it must return quickly.
public protocol EventMonitor: Sendable {
    /// Handles `event`.
    func receive(_ event: CallEvent)
}

/// Ignores all events.
public struct SilentMonitor: EventMonitor {
    /// Creates a monitor, which has no state.
    public init() {}

    public func receive(_ event: CallEvent) {}
}

/// Passes each event to several monitors.
public struct CombinedMonitor: EventMonitor {
    private let monitors: [any EventMonitor]

    /// - Parameter monitors: receive every event, in this order.
    public init(_ monitors: [any EventMonitor]) {
        self.monitors = monitors
    }

    public func receive(_ event: CallEvent) {
        for monitor in monitors { monitor.receive(event) }
    }
}

/// Reports the events of one call, with its identity and the time.
struct CallReporter: Sendable {
    /// The call's id, sent as X-Request-Id.
    let id: UUID
    /// The name of the endpoint's operation.
    let operation: String
    /// The clock of the call's deadlines, delays and events.
    let time: any TimeSource
    /// `nil` for a ``SilentMonitor``, so that no event is built without a receiver.
    private let monitor: (any EventMonitor)?

    init(id: UUID, operation: String, time: any TimeSource, monitor: any EventMonitor) {
        (self.id, self.operation, self.time) = (id, operation, time)
        self.monitor = type(of: monitor) == SilentMonitor.self ? nil : monitor
    }

    // Never inlined, like every function that makes errors: inlined temporaries would enlarge the memory of each call
    // that waits for its response.
    @inline(never)
    func report(_ kind: @autoclosure () -> CallEvent.Kind) {
        monitor?.receive(CallEvent(callID: id, operation: operation, monotonicTime: time.monotonicTime, kind: kind()))
    }
}
