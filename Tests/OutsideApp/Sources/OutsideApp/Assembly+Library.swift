import DependencyInjection
import Foundation
import Networking
import Persistence
import Primitives
import RemoteServices
import Services

extension Key<any Transport> {
    static var transport: Self { Self() }
}

extension Key<Client> {
    static var client: Self { Self() }
}

extension Key<TraceRecorder> {
    static var traces: Self { Self() }
}

extension Key<TokenEndpointClient> {
    static var doorClient: Self { Self() }
}

extension Key<any AuthSessionStore> {
    static var authSessions: Self { Self() }
}

extension Key<AccountSessions> {
    static var sessions: Self { Self() }
}

extension Key<any AuthService> {
    static var auth: Self { Self() }
}

extension Key<Account> {
    static var account: Self { Self() }
}

extension Key<Session<Librarian>> {
    static var librarian: Self { Self() }
}

extension Assembly {
    static func library(at url: URL) -> Assembly {
        let time = SystemTimeSource()
        return Assembly {
            Singleton(.transport) { LibraryTransport() }
                .onShutdown { transport in await transport.shutdown() }
            Singleton(.authSessions) { InMemoryAuthSessionStore() }
            Singleton(.traces) { TraceRecorder() }
            Singleton(.client, needs: .transport, .traces) { transport, traces in
                let random = SystemRandomSource()
                let pipeline = Pipeline.standard(
                    over: transport, deadline: .seconds(20), health: OriginHealth(random: random), random: random,
                    attemptTimeout: .seconds(10), outermost: [LoanLimit(1)])
                return try client(at: url, through: pipeline, time, traces)
            }
            Singleton(.doorClient, needs: .transport) { transport in
                TokenEndpointClient(
                    environment: try APIEnvironment(name: "library", baseURL: url), coding: JSONBodyCoding(),
                    transport: transport, timeout: .seconds(10), time: time, identifiers: RandomIdentifierSource())
            }
            Singleton(.sessions) { AccountSessions() }
            Singleton(.auth, needs: .client, .doorClient, .sessions, .authSessions) {
                client, doorClient, sessions, authSessions in
                KeyCardAuthService(
                    client: client, refresher: KeyCardRefresher(client: doorClient, time: time), sessions: sessions,
                    authSessions: authSessions, time: time, identifiers: RandomIdentifierSource())
            }
            Seed(.account)
            Scoped(.librarian, needs: .account, .client, .sessions) { account, client, sessions in
                sessions.session(Librarian.self, of: account, on: client)
            }
        }
    }

    private static func client(
        at url: URL, through pipeline: Pipeline, _ time: SystemTimeSource, _ traces: TraceRecorder
    ) throws -> Client {
        Client(
            environment: try APIEnvironment(name: "library", baseURL: url), coding: JSONBodyCoding(),
            pipeline: pipeline, time: time, identifiers: RandomIdentifierSource(), monitor: traces)
    }
}
