public import Foundation
public import HTTPTypes
public import Primitives
import Synchronization

/// What stays the same over all attempts of one call. A class, so that every link's copy of a call is cheap.
public final class CallContext: Sendable {
    /// Sent as X-Request-Id.
    public let id: UUID
    /// The endpoint's operation.
    public let operation: String
    /// The environment's origin, to which the call's credentials are bound.
    public let origin: Origin
    /// Signs the call, or `nil` for a call without credentials.
    public let credentialProvider: CredentialProvider?
    public let time: any TimeSource
    /// Names of query items whose values logs, traces and errors may show, as far as a request goes to ``origin``.
    public let publicQueryNames: Set<String>
    /// `nil` for one that takes no note: what nobody is told is not put together either.
    private let monitor: (any EventMonitor)?
    private let counter = Atomic<Int>(0)

    /// - Parameter monitor: is told every decision that a link takes.
    public init(
        id: UUID, operation: String, origin: Origin, credentialProvider: CredentialProvider?, time: any TimeSource,
        monitor: any EventMonitor, publicQueryNames: Set<String> = []
    ) {
        self.id = id
        self.operation = operation
        self.origin = origin
        self.credentialProvider = credentialProvider
        self.time = time
        self.publicQueryNames = publicQueryNames
        self.monitor = type(of: monitor) == SilentMonitor.self ? nil : monitor
    }

    /// How often the call's request was put on the wire so far.
    public var attempts: Int { counter.load(ordering: .relaxed) }

    /// Tells the monitor, with the time and the call's identity.
    // Never inlined, like everything that makes errors: what it puts together would otherwise lie in the memory of each call that
    // waits for its response, once for each place where it is called.
    @inline(never)
    public func report(_ kind: @autoclosure () -> CallEvent.Kind) {
        monitor?.receive(CallEvent(callID: id, operation: operation, monotonicTime: time.monotonicTime, kind: kind()))
    }

    /// The error for `cause`, with this call's evidence.
    @inline(never)
    public func error(_ cause: NetworkError.Cause, _ request: HTTPRequest) -> NetworkError {
        NetworkError(
            cause,
            NetworkError.RequestMetadata(
                requestID: id, operation: operation, method: request.method.rawValue,
                url: redactedURL(of: request), attempts: attempts))
    }

    /// What logs, traces and errors may show of where `request` goes. Another origin's query is its own: a redirect to a
    /// login page brings a `state` and a `code` that nobody has marked.
    func redactedURL(of request: HTTPRequest) -> String {
        let isOwn = !publicQueryNames.isEmpty && request.origin == origin
        return RedactedURL.text(of: request, showing: isOwn ? publicQueryNames : [])
    }

    func countAttempt() -> Int {
        counter.add(1, ordering: .relaxed).newValue
    }
}
