public import Foundation
public import Primitives

/// The configuration that all calls to one environment share. Make one client for each environment and open sessions
/// from it.
public struct Client: Sendable {
    let router: Router
    package let coding: any BodyCoding
    package let pipeline: Pipeline
    let time: any TimeSource
    package let identifiers: any IdentifierSource
    let monitor: any EventMonitor
    let responseLimit: Int
    let publicQueryNames: PublicQueryNames

    /// - Parameters:
    ///   - responseLimit: the largest decoded response body, in bytes. The default of 16 MiB is far above any usual
    ///     JSON response and protects the app's memory.
    ///   - publicQueryNames: names of query items whose values logs, traces and errors may show, such as `page`. All
    ///     other values are redacted. Never mark a name that can carry a secret or a person's input.
    public init(
        environment: APIEnvironment, coding: any BodyCoding, pipeline: Pipeline, time: any TimeSource,
        identifiers: any IdentifierSource, monitor: any EventMonitor = SilentMonitor(),
        responseLimit: Int = 16 * 1024 * 1024, publicQueryNames: PublicQueryNames = []
    ) {
        router = Router(environment: environment, coding: coding)
        self.coding = coding
        self.pipeline = pipeline
        self.time = time
        self.identifiers = identifiers
        self.monitor = monitor
        self.responseLimit = responseLimit
        self.publicQueryNames = publicQueryNames
    }

    /// The server that this client calls.
    public var environment: APIEnvironment { router.environment }

    /// The same configuration for another server, such as the one to which a response refers.
    ///
    /// Its sessions can't use the credentials of this client's server, because a credential is bound to its origin.
    ///
    /// - Parameter names: further query items whose values may be shown, because they are harmless on that server.
    public func client(for environment: APIEnvironment, showing names: PublicQueryNames = []) -> Client {
        Client(
            environment: environment, coding: coding, pipeline: pipeline, time: time, identifiers: identifiers,
            monitor: monitor, responseLimit: responseLimit, publicQueryNames: publicQueryNames.union(names))
    }

    /// A session without credentials.
    public func session<Access: AnonymousScope>(for scope: Access.Type) -> Session<Access> {
        Session(client: self, credentialProvider: nil)
    }

    /// A session with the access scope and the credential of `handle`.
    public func session<Access>(with handle: CredentialHandle<Access>) -> Session<Access> {
        Session(client: self, credentialProvider: handle.credentialProvider)
    }
}

extension Client {
    /// A client for the API at `baseURL` with the standard pipeline and its defaults: retries, redirects, a deadline of
    /// 120 s and no cache.
    ///
    /// ```swift
    /// let key = try APIKeyInterceptor(secret, in: .header("X-Api-Key"), for: try Origin(of: url))
    /// let session = try Client(url, over: transport, authentication: key).session(for: Guest.self)
    /// let loans: [Loan] = try await session.get("/loans")
    /// ```
    ///
    /// Throws ``InvalidAPIEnvironment`` for an unsuitable URL.
    ///
    /// - Parameters:
    ///   - transport: sends the requests; shut it down when the app no longer needs it.
    ///   - coding: encodes and decodes bodies.
    ///   - version: the version in the path of every call; `nil` for an API without versions in its paths.
    ///   - authentication: signs requests, such as an ``APIKeyInterceptor``. The default signs those of a session with
    ///     a credential.
    ///   - interceptors: see each request as it is sent, such as one that adds a header field.
    ///   - monitor: receives the events of every call.
    public init(
        _ baseURL: URL, over transport: any Transport, coding: any BodyCoding = PlainJSONBodyCoding(),
        version: APIVersion? = nil, authentication: any Interceptor = AuthenticationInterceptor(),
        interceptors: [any Interceptor] = [], time: any TimeSource = SystemTimeSource(),
        monitor: any EventMonitor = SilentMonitor()
    ) throws(InvalidAPIEnvironment) {
        let random = SystemRandomSource()
        self.init(
            environment: try APIEnvironment(name: baseURL.host() ?? "api", baseURL: baseURL, version: version),
            coding: coding,
            pipeline: .standard(
                over: transport, health: OriginHealth(random: random), random: random, authentication: authentication,
                innermost: interceptors),
            time: time, identifiers: RandomIdentifierSource(), monitor: monitor)
    }
}

extension Client {
    /// Reads the body of a failed response to a streamed call, for its error details. Deadlines do not apply to such a
    /// body, so it is limited here: after 64 KiB or 10 seconds, the body is ignored.
    package func failure(of response: ServerResponse, for call: Call) async -> HTTPFailure {
        let time = call.context.time
        let deadline = Deadline(.attempt(.seconds(10)), from: time.monotonicTime)
        let (body, _) = await deadline.outcome(on: time) { () async -> Data in
            do throws(TransportError) {
                return try await response.body.collect(upTo: 64 * 1024)
            } catch {
                return Data()
            }
        }
        return HTTPFailure(
            response: response.head, body: body, readers: environment.errorReaders, coding: coding, now: time.now)
    }
}
