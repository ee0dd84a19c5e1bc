public import Foundation

/// One call as it passed in time: the stretches and moments that a waterfall draws. Made of events, so it holds nothing
/// that a log may not hold.
public struct CallTrace: Sendable, Equatable {
    public let callID: UUID
    public let operation: String
    /// Empty for a call that could not be made.
    public private(set) var method = ""
    /// Redacted.
    public private(set) var url = ""
    /// On the client's time source.
    public let start: Duration
    public private(set) var end: Duration
    public private(set) var outcome = Outcome.underWay
    /// In the order in which they began; they may overlap.
    public private(set) var spans: [Span] = []
    /// Everything that was told, in its order.
    public private(set) var moments: [Moment] = []

    /// A trace that begins with `event`.
    public init(_ event: CallEvent) {
        callID = event.callID
        operation = event.operation
        start = event.monotonicTime
        end = event.monotonicTime
        note(event)
    }

    /// From the first event to the last.
    public var duration: Duration { end - start }

    /// How often the request was put on the wire.
    public var attempts: Int {
        spans.count { if case .attempt = $0.kind { true } else { false } }
    }

    /// Takes in the next event of this call.
    public mutating func note(_ event: CallEvent) {
        end = max(end, event.monotonicTime)
        moments.append(Moment(monotonicTime: event.monotonicTime, kind: event.kind))
        switch event.kind {
        case .started(let method, let url): (self.method, self.url) = (method, url)
        case .attemptStarted(let number):
            close(event.monotonicTime, "") { $0 == .pause }
            spans.append(Span(kind: .attempt(number), start: event.monotonicTime))
        case .responded(let status): close(event.monotonicTime, "\(status)") { $0.isAttempt }
        case .attemptFailed(let cause): close(event.monotonicTime, cause.name) { $0.isAttempt }
        case .refreshStarted: spans.append(Span(kind: .refresh, start: event.monotonicTime))
        case .refreshFinished: close(event.monotonicTime, "renewed") { $0 == .refresh }
        case .refreshFailed(let cause): close(event.monotonicTime, cause.name) { $0 == .refresh }
        case .retryScheduled: spans.append(Span(kind: .pause, start: event.monotonicTime))
        case .finished: finish(.finished, at: event.monotonicTime)
        case .failed(let cause): finish(.failed(cause), at: event.monotonicTime)
        default: break
        }
    }

    private mutating func finish(_ outcome: Outcome, at monotonicTime: Duration) {
        self.outcome = outcome
        close(monotonicTime, "given up") { _ in true }
    }

    /// Ends the stretches under way that `matches`: of several attempts at once the first to answer is taken for the
    /// oldest, since an event doesn't say whose it is.
    private mutating func close(_ monotonicTime: Duration, _ result: String, where matches: (Span.Kind) -> Bool) {
        for index in spans.indices where spans[index].end == nil && matches(spans[index].kind) {
            spans[index].end = monotonicTime
            spans[index].result = result
            if spans[index].kind.isAttempt, outcome == .underWay { return }
        }
    }

    /// How the call ended.
    public enum Outcome: Sendable, Equatable {
        case underWay, finished
        case failed(NetworkError.Cause)
    }

    /// A stretch of the call's time.
    public struct Span: Sendable, Equatable {
        public let kind: Kind
        public let start: Duration
        /// `nil` while it is under way.
        public fileprivate(set) var end: Duration?
        /// In a word or two: a status, or what failed.
        public fileprivate(set) var result = ""

        /// What the time went into.
        public enum Kind: Sendable, Equatable {
            /// The `n`th time that the request was on the wire.
            case attempt(Int)
            /// Between two attempts.
            case pause
            /// Of the credential.
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
