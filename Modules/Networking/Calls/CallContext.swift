public import Foundation
public import HTTPTypes
public import Primitives
import Synchronization

/// The values that all attempts of one call share. A class, so that copies of a ``Call`` are cheap.
public final class CallContext: Sendable {
    /// Reports the call's events.
    let reporter: CallReporter
    /// The environment's origin, to which the call's credentials are bound.
    public let origin: Origin
    /// Provides the credential that signs the call; `nil` for a call without credentials.
    public let credentialProvider: CredentialProvider?
    /// Names of query items whose values logs, traces and errors may show. They apply only to requests to ``origin``.
    public let publicQueryNames: PublicQueryNames
    /// Whether the call may be repeated whatever its method (``Idempotency/always``).
    let isIdempotent: Bool
    private let verdict: ResponseVerdict.Reader?
    private let counter = Atomic<Int>(0)
    /// The number of the credential that signed the last request; negative for none.
    private let signer = Atomic<Int>(-1)

    /// - Parameter monitor: receives every event of the call.
    public convenience init(
        id: UUID, operation: String, origin: Origin, credentialProvider: CredentialProvider?, time: any TimeSource,
        monitor: any EventMonitor, publicQueryNames: PublicQueryNames = []
    ) {
        self.init(
            id: id, operation: operation, origin: origin, credentialProvider: credentialProvider, time: time,
            monitor: monitor, publicQueryNames: publicQueryNames, isIdempotent: false, verdict: nil)
    }

    init(
        id: UUID, operation: String, origin: Origin, credentialProvider: CredentialProvider?, time: any TimeSource,
        monitor: any EventMonitor, publicQueryNames: PublicQueryNames, isIdempotent: Bool,
        verdict: ResponseVerdict.Reader?
    ) {
        reporter = CallReporter(id: id, operation: operation, time: time, monitor: monitor)
        self.origin = origin
        self.credentialProvider = credentialProvider
        self.publicQueryNames = publicQueryNames
        self.isIdempotent = isIdempotent
        self.verdict = verdict
    }

    /// The call's id, sent as X-Request-Id.
    public var id: UUID { reporter.id }

    /// The name of the endpoint's operation.
    public var operation: String { reporter.operation }

    /// The clock of the call's deadlines, delays and events.
    public var time: any TimeSource { reporter.time }

    /// How many requests were sent for the call so far.
    public var attempts: Int { counter.load(ordering: .relaxed) }

    /// Whether the call has a function that reads a verdict from a response's body. If not, a call should not pay for
    /// the asynchronous ``verdict(on:)``.
    package var readsVerdict: Bool { verdict != nil }

    /// The verdict in the body of `response`. A streamed body is not read: the result is ``ResponseVerdict/byStatus``.
    package func verdict(on response: ServerResponse) async -> ResponseVerdict {
        guard let verdict, case .data(let body) = response.body else { return .byStatus }
        let status = response.head.status.code
        // As with decoding, changing threads costs more than reading a small body.
        return body.count <= 16 * 1024 ? verdict(status, body) : await Self.read(verdict, status, body)
    }

    @concurrent
    private static func read(_ verdict: ResponseVerdict.Reader, _ status: Int, _ body: Data) async -> ResponseVerdict {
        verdict(status, body)
    }

    /// Sends an event to the monitor, with the time and the call's identity.
    public func report(_ kind: @autoclosure () -> CallEvent.Kind) {
        reporter.report(kind())
    }

    /// The error for `cause`, with this call's request metadata.
    // Never inlined, like every function that makes errors: inlined temporaries would enlarge the memory of each call
    // that waits for its response.
    @inline(never)
    public func error(_ cause: NetworkError.Cause, _ request: HTTPRequest) -> NetworkError {
        NetworkError(
            cause,
            NetworkError.RequestMetadata(
                requestID: id, operation: operation, method: request.method.rawValue,
                url: redactedURL(of: request).text, attempts: attempts))
    }

    /// The URL of `request` for logs, traces and errors. Public query names do not apply to another origin: a redirect
    /// to a login page has a `state` and a `code` of its own.
    func redactedURL(of request: HTTPRequest) -> RedactedURL {
        let isOwn = !publicQueryNames.isEmpty && request.origin == origin
        return RedactedURL(request, showing: isOwn ? publicQueryNames : [])
    }

    /// The number of the credential that signed the last request; `nil` for an unsigned one.
    var lastSigner: Int? {
        let number = signer.load(ordering: .relaxed)
        return number < 0 ? nil : number
    }

    func noteSigner(_ number: Int) {
        signer.store(number, ordering: .relaxed)
    }

    func countAttempt() -> Int {
        counter.add(1, ordering: .relaxed).newValue
    }
}

extension CredentialProviderFailure {
    /// The error of a call that waited for the credential. After a failed refresh, the error has the request of the
    /// refresh, because the token server has failed and not the call's own server.
    func error(of context: CallContext, _ request: HTTPRequest) -> NetworkError {
        guard case .refresh(let error) = self else {
            return NetworkError(
                cause, context.error(cause, request).metadata, concernsRefresh: concernsRefresh,
                exchanges: context.attempts)
        }
        let failed = error.metadata
        let metadata = NetworkError.RequestMetadata(
            requestID: failed.requestID, operation: context.operation, method: failed.method, url: failed.url,
            attempts: failed.attempts)
        return NetworkError(cause, metadata, concernsRefresh: true, exchanges: context.attempts)
    }
}
