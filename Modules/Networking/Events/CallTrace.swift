public import Foundation
import Synchronization

/// The timeline of one call, with the spans and events that a waterfall chart shows. It is built from events, so it
/// contains no secret.
public struct CallTrace: Sendable, Equatable {
    /// The call's id, the same as in its events.
    public let callID: UUID
    /// The call's name, from ``Endpoint/operation``.
    public let operation: String
    /// The method of the request; empty if the request could not be created.
    public private(set) var method = ""
    /// The redacted URL; empty if the request could not be created.
    public private(set) var url = ""
    /// The time of the first event, on the client's `TimeSource`.
    public let start: Duration
    /// The time of the last event so far.
    public private(set) var end: Duration
    /// The result of the call; ``Outcome/underWay`` until the call ends.
    public private(set) var outcome = Outcome.underWay
    /// The spans in the order in which they started; they may overlap.
    public private(set) var spans: [Span] = []
    /// All events of the call, in their order.
    public private(set) var moments: [Moment] = []

    /// A trace that starts with `event`.
    public init(_ event: CallEvent) {
        callID = event.callID
        operation = event.operation
        start = event.monotonicTime
        end = event.monotonicTime
        note(event)
    }

    /// The time from the first event to the last.
    public var duration: Duration { end - start }

    /// How many times the request was sent.
    public var attempts: Int {
        spans.count { if case .attempt = $0.kind { true } else { false } }
    }

    /// Adds the next event of this call.
    public mutating func note(_ event: CallEvent) {
        end = max(end, event.monotonicTime)
        moments.append(Moment(monotonicTime: event.monotonicTime, kind: event.kind))
        switch event.kind {
        case .started(let method, let url): (self.method, self.url) = (method, url)
        case .attemptStarted(let number):
            close(event.monotonicTime, "") { $0 == .pause }
            spans.append(Span(kind: .attempt(number), start: event.monotonicTime))
        case .responded(let status): close(event.monotonicTime, "\(status)") { $0.isAttempt }
        case .bodyEnded:
            // The attempt ended with its head at first. Only a streamed body ends later.
            let last = spans.lastIndex { $0.kind.isAttempt && $0.end != nil }
            if let last { spans[last].end = event.monotonicTime }
        case .attemptFailed(let cause): close(event.monotonicTime, cause.name) { $0.isAttempt }
        case .refreshStarted: spans.append(Span(kind: .refresh, start: event.monotonicTime))
        case .refreshFinished: close(event.monotonicTime, "refreshed") { $0 == .refresh }
        case .refreshFailed(let cause): close(event.monotonicTime, cause.name) { $0 == .refresh }
        case .retryScheduled: spans.append(Span(kind: .pause, start: event.monotonicTime))
        case .finished: finish(.finished, at: event.monotonicTime)
        case .failed(let cause): finish(.failed(cause), at: event.monotonicTime)
        default: break
        }
    }

    private mutating func finish(_ outcome: Outcome, at monotonicTime: Duration) {
        self.outcome = outcome
        close(monotonicTime, "abandoned") { _ in true }
    }

    /// Ends the open spans that match. Of several parallel attempts, the oldest is ended, because an event does not
    /// identify its attempt.
    private mutating func close(_ monotonicTime: Duration, _ result: String, where matches: (Span.Kind) -> Bool) {
        for index in spans.indices where spans[index].end == nil && matches(spans[index].kind) {
            spans[index].end = monotonicTime
            spans[index].result = result
            if spans[index].kind.isAttempt, outcome == .underWay { return }
        }
    }

    /// Whether the call has ended, and how.
    public enum Outcome: Sendable, Equatable {
        case underWay, finished
        case failed(NetworkError.Cause)
    }

    /// A period of the call, such as one attempt or one wait.
    public struct Span: Sendable, Equatable {
        public let kind: Kind
        public let start: Duration
        /// When the span ended: for an attempt, with the last byte of its response. `nil` while it is in progress.
        public fileprivate(set) var end: Duration?
        /// The status, the name of the failure, `refreshed` or `abandoned`; empty for a completed wait.
        public fileprivate(set) var result = ""

        /// What the call did during the span.
        public enum Kind: Sendable, Equatable {
            /// The attempt with this number.
            case attempt(Int)
            /// The wait between two attempts.
            case pause
            /// The refresh of the credential.
            case refresh

            fileprivate var isAttempt: Bool { if case .attempt = self { true } else { false } }
        }
    }

    /// One event of the call.
    public struct Moment: Sendable, Equatable {
        public let monotonicTime: Duration
        public let kind: CallEvent.Kind
    }
}

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
