import Foundation
import HTTPTypes

/// The rules of an event stream over several connections (WHATWG HTML, sections 9.2.2 and 9.2.3), without I/O.
struct EventStreamMachine {
    /// What the stream does next.
    enum Step: Equatable {
        /// Read the body.
        case read
        /// Read the body of a failed response, and report the failure with ``lost(_:draw:)``.
        case readFailure
        /// Drop the connection, wait, and connect again. The cause is `nil` if the response was complete.
        case reconnect(after: Duration, because: NetworkError.Cause?)
        case finish
        case fail(NetworkError.Cause)
    }

    private let policy: EventStreamPolicy
    private var reconnectionTime: Duration
    /// How many connections in a row have received nothing.
    private var failures = 0

    init(_ policy: EventStreamPolicy) {
        self.policy = policy
        reconnectionTime = policy.reconnectionTime
    }

    /// The longest wait that a server can require.
    private static let longestWait = Duration.seconds(3600)

    /// Records the time before a reconnect that the server has set. A minimum protects the server from a client that
    /// reconnects all the time.
    mutating func setReconnectionTime(_ time: Duration) {
        reconnectionTime = min(max(time, .milliseconds(100)), Self.longestWait)
    }

    /// Returns the step after the head of a response.
    func responded(_ head: HTTPResponse) -> Step {
        switch head.status {
        case .ok:
            let type = head.headerFields.value(of: .contentType).flatMap(MediaType.init)
            return type?.essence == "text/event-stream"
                ? .read : .fail(.unexpectedMedia(received: type?.essence ?? "none"))
        // The server's way to end a stream.
        case .noContent: return .finish
        default: return .readFailure
        }
    }

    /// Records that bytes have arrived, comments included.
    mutating func received() {
        failures = 0
    }

    /// Returns the step after a complete response.
    mutating func ended(draw: Double) -> Step {
        policy.endsWithResponse ? .finish : reconnect(because: nil, draw: draw)
    }

    /// Returns the step after a lost or failed connection, or a failed response.
    ///
    /// A failed credential refresh counts too. The next connection is like a new call, and ``RefreshPolicy`` decides
    /// whether it refreshes again.
    /// - Parameter draw: uniform in `0 ..< 1`.
    mutating func lost(_ error: NetworkError, draw: Double) -> Step {
        guard error.isRetryable else { return .fail(error.cause) }
        return reconnect(because: error.cause, draw: draw)
    }

    /// The delay is at least the server's wait. The random part spreads the clients of a server that was restarted.
    private mutating func reconnect(because cause: NetworkError.Cause?, draw: Double) -> Step {
        guard failures < policy.reconnects else { return .fail(cause ?? .transport(.connectionLost)) }
        failures += 1
        let least = max(reconnectionTime, min(cause?.requiredWait ?? .zero, Self.longestWait))
        // At 2³⁰, even 1 ms has grown to 12 days, above any sensible bound.
        let bound = max(reconnectionTime * 2, min(policy.longestDelay, reconnectionTime * (1 << min(failures, 30))))
        return .reconnect(after: least + (bound - reconnectionTime) * draw, because: cause)
    }
}

extension NetworkError.Cause {
    /// The wait before the next request that the server or the circuit breaker requires.
    fileprivate var requiredWait: Duration? {
        switch self {
        case .status(let failure), .refresh(let failure): failure.retryAfter
        case .circuitOpen(let retryAfter): retryAfter
        default: nil
        }
    }
}

/// A decision of an ``EventStream`` that its monitor receives.
public enum EventStreamDecision: CustomEvent {
    /// The stream connects again after a delay. The cause is `nil` if the server had completed its response.
    case reconnecting(after: Duration, because: NetworkError.Cause?)

    public var name: String { "eventStream" }

    public var fields: [String: String] {
        switch self {
        case .reconnecting(let delay, let cause):
            ["decision": "reconnecting", "wait": delay.short, "cause": cause?.name ?? "response ended"]
        }
    }

    public var message: String {
        switch self {
        case .reconnecting(let delay, let cause):
            "stream interrupted (\(cause?.name ?? "response ended")), reconnecting in \(delay.short)"
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of an event stream.
    public static func eventStream(_ decision: EventStreamDecision) -> Self { .custom(AnyCustomEvent(decision)) }
}
