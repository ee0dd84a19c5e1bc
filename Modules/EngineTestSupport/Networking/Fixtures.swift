import Foundation
import HTTPTypes
public import Networking
public import Primitives

extension APIEnvironment {
    /// An environment with defaults: `https://api.example.com` without versions.
    public static func fixture(
        baseURL: String = "https://api.example.com", version: APIVersion? = nil, versions: Set<APIVersion>? = nil,
        defaultHeaders: [HeaderField] = []
    ) throws(InvalidAPIEnvironment) -> APIEnvironment {
        // The environment rejects an invalid URL as one that is not absolute.
        try APIEnvironment(
            name: "fixture", baseURL: URL(string: baseURL) ?? URL(filePath: baseURL), version: version,
            versions: versions, defaultHeaders: defaultHeaders)
    }
}

extension BearerCredential {
    /// A credential with the tokens `access-1` and `refresh-1` for generation 1, and so on. Each generation expires a
    /// minute later than the one before.
    public static func fixture(_ generation: Int = 1) -> BearerCredential {
        BearerCredential(
            token: Secret("access-\(generation)"), refreshToken: Secret("refresh-\(generation)"),
            expiresAt: Date(timeIntervalSince1970: 1_767_225_600 + 60 * Double(generation)))
    }
}

extension CallContext {
    /// A context with defaults, as a fixture client creates it for its first call.
    public static func fixture(
        credentialProvider: CredentialProvider? = nil, time: any TimeSource = ManualClock(),
        monitor: any EventMonitor = SilentMonitor()
    ) throws -> CallContext {
        CallContext(
            id: SequentialIdentifierSource.identifier(1), operation: "fixture()",
            origin: try APIEnvironment.fixture().origin, credentialProvider: credentialProvider, time: time,
            monitor: monitor)
    }
}

extension Call {
    /// A `GET` of `/fixture` that has not been sent yet.
    public static func fixture(
        body: RequestBody = .empty, delivery: BodyDelivery = .buffered(limit: 1024 * 1024), context: CallContext? = nil
    ) throws -> Call {
        Call(
            request: HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/fixture"),
            body: body, context: try context ?? .fixture(), delivery: delivery)
    }
}

extension Client {
    /// A client with defaults: plain JSON, sequential identifiers and a manual clock.
    public static func fixture(
        transport: any Transport, interceptors: [any Interceptor] = [], environment: APIEnvironment? = nil,
        coding: any BodyCoding = PlainJSONBodyCoding(), time: any TimeSource = ManualClock(),
        identifiers: any IdentifierSource = SequentialIdentifierSource(), monitor: any EventMonitor = SilentMonitor(),
        responseLimit: Int = 1024 * 1024, publicQueryNames: PublicQueryNames = []
    ) throws -> Client {
        Client(
            environment: try environment ?? .fixture(), coding: coding,
            pipeline: Pipeline(interceptors: interceptors, transport: transport), time: time,
            identifiers: identifiers, monitor: monitor, responseLimit: responseLimit, publicQueryNames: publicQueryNames
        )
    }
}

extension CredentialProvider {
    /// A provider with the first fixture credential, for the origin of the fixture environment.
    public static func fixture(
        credential: BearerCredential = .fixture(), origin: Origin? = nil,
        storage: any CredentialStorage = InMemoryCredentialStorage(), lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition? = nil,
        policy: RefreshPolicy = RefreshPolicy(), tasks: RefreshTasks = RefreshTasks()
    ) throws -> CredentialProvider {
        CredentialProvider(
            credential: credential, origin: try origin ?? APIEnvironment.fixture().origin, storage: storage,
            lock: lock, refresher: refresher, partition: partition, policy: policy, tasks: tasks)
    }
}

extension NetworkError {
    /// An error with this cause and the metadata of a call to `/fixture`.
    public static func fixture(_ cause: Cause) -> NetworkError {
        NetworkError(
            cause,
            RequestMetadata(
                requestID: SequentialIdentifierSource.identifier(1), operation: "fixture()", method: "GET",
                url: "https://api.example.com/fixture", attempts: 1))
    }
}

extension TokenEndpointClient {
    /// A client with defaults: plain JSON, sequential identifiers and a manual clock.
    public static func fixture(
        transport: any Transport, environment: APIEnvironment? = nil, coding: any BodyCoding = PlainJSONBodyCoding(),
        timeout: Duration = .seconds(10), time: any TimeSource = ManualClock(),
        identifiers: any IdentifierSource = SequentialIdentifierSource(), monitor: any EventMonitor = SilentMonitor()
    ) throws -> TokenEndpointClient {
        TokenEndpointClient(
            environment: try environment ?? .fixture(), coding: coding, transport: transport, timeout: timeout,
            time: time, identifiers: identifiers, monitor: monitor)
    }
}

/// The scope of endpoints that every client may send, for tests that use no app's scopes.
public protocol TestGuestScope: AccessScope {}

/// The scope of endpoints that a logged-in user may send.
public protocol TestMemberScope: TestGuestScope {}

/// The access of a client without a credential.
public enum TestGuest: TestGuestScope, AnonymousScope {}

/// The access of a logged-in user, which includes that of ``TestGuest``.
public enum TestMember: TestMemberScope {}
