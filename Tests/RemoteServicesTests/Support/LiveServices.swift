import BackendLauncher
import ContractSuites
import Digests
import Foundation
import Models
import NIOTransport
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The live services as an app composes them, over sockets, on a real backend of their own.
enum LiveServices {
    /// Lends the services and their world.
    static func run(_ body: @escaping @Sendable (ServiceSubject) async throws -> Void) async throws {
        try await BackendLauncher.run { backend in
            try await NIOTransport.withTransport { transport in
                try await body(subject(at: backend.url, over: BreakableTransport(transport)))
            }
        }
    }

    private static func subject(at url: URL, over transport: BreakableTransport) throws -> ServiceSubject {
        let time = SystemTimeSource()
        let environment = try APIEnvironment(name: "backend", baseURL: url, version: APIVersion(2))
        // Sends every call once, so that no retry hides a cut connection.
        let random = SystemRandomSource()
        let client = Client.live(
            environment, time: time,
            through: .standard(
                over: transport, health: OriginHealth(policy: .never, random: random), random: random))
        let tokenEndpointClient = TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(), transport: transport, timeout: .seconds(30),
            time: time, identifiers: RandomIdentifierSource())
        let refresher = BackendCredentialRefresher(client: tokenEndpointClient, time: time)
        let faults = Client.live(
            try APIEnvironment(name: "faults", baseURL: url), time: time,
            through: Pipeline(interceptors: [], transport: transport))

        let stores = AccountStores.inMemory()
        let (authSessions, copies) = (RecordingAuthSessionStore(stores.authSessions), stores.users)
        let policy = AvatarPolicy(maximumSize: 100_000)
        let admin = try KnownAccount(id: "u-ada", email: "ada@example.com", password: "analytical-engine")
        let member = try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire")
        @Sendable func process() -> ServiceSubject {
            let sessions = AccountSessions()
            return ServiceSubject(
                server: environment.origin.description, authSessions: authSessions, copies: copies, admin: admin,
                member: member,
                avatarLimit: policy.maximumSize, sessions: sessions,
                auth: {
                    RemoteAuthService(
                        client: client, tokenEndpointClient: tokenEndpointClient, refresher: refresher,
                        sessions: sessions,
                        authSessions: authSessions, users: copies, personalData: [copies], time: time)
                },
                users: {
                    RemoteUserService(
                        account: $0, client: client, sessions: sessions, users: copies, authSessions: authSessions,
                        personalData: [copies])
                },
                uploads: {
                    RemoteUploadService(
                        account: $0, client: client, sessions: sessions, users: copies,
                        identifiers: RandomIdentifierSource(), hashing: SHA256Hashing(), policy: policy)
                }, otherProcess: { process() },
                trouble: ServiceSubject.Trouble(
                    cutConnection: { transport.cut() },
                    expireAccessTokens: { try await faults.session(for: Guest.self).send(.expireAccessTokens()) },
                    endSession: { account in
                        try await client.endSession(of: sessions.credentialProvider(of: account)?.credential)
                    }))
        }
        return process()
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// The backend's fault switch.
    fileprivate static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }
}

extension Client {
    fileprivate static func live(
        _ environment: APIEnvironment, time: any TimeSource, through pipeline: Pipeline
    ) -> Client {
        Client(
            environment: environment, coding: JSONBodyCoding(), pipeline: pipeline, time: time,
            identifiers: RandomIdentifierSource())
    }

    /// Logs out with an account's token, and lets the account know nothing of it.
    fileprivate func endSession(of credential: BearerCredential?) async throws {
        guard let credential else { return }
        let stranger = CredentialProvider(
            credential: credential, origin: environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: FailingRefresher())
        try await session(with: CredentialHandle<Member>(credentialProvider: stranger)).send(.logout())
    }
}
