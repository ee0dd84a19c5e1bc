import BackendLauncher
import ContractSuites
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

@Suite("Contract of product services", .failsOnUnexpectedCalls)
struct ProductServiceContractTests {
    @Test("the live product service satisfies the contract", arguments: ProductServiceContract.clauses)
    func live(clause: ContractClause<ProductServiceSubject>) async throws {
        try await Self.withSubject { subject in try await clause.check(subject) }
    }

    @Test("a service that ignores the page, and one that ignores the account, break the contract")
    func mutants() async throws {
        try await Self.withSubject { subject in
            let whole = try await subject.products(nil).products(page: PageRequest(size: 100))
            let careless = MockProductService(create: .success(try .fixture()), delete: .success(()))
            let mutants = [
                (MockProductService(products: .success(whole)), ProductServiceContract.clauses[...]),
                (careless, ProductServiceContract.clauses.suffix(1)),
            ]
            for (mutant, clauses) in mutants {
                try await expectBreach(of: clauses) {
                    ProductServiceSubject(
                        admin: subject.admin, member: subject.member, products: { _ in mutant }, store: subject.store,
                        server: subject.server, cutConnection: {})
                }
            }
        }
    }

    /// Provides the live service as an app composes it, over sockets, on a real backend of its own.
    private static func withSubject(
        _ body: @escaping @Sendable (ProductServiceSubject) async throws -> Void
    ) async throws {
        try await BackendLauncher.run { backend in
            try await NIOTransport.withTransport { transport in
                try await body(try await subject(at: backend.url, over: BreakableTransport(transport)))
            }
        }
    }

    private static func subject(
        at url: URL, over transport: BreakableTransport
    ) async throws -> ProductServiceSubject {
        let time = SystemTimeSource()
        let environment = try APIEnvironment(name: "backend", baseURL: url, version: APIVersion(2))
        let random = SystemRandomSource()
        // Sends every call once, so that no retry delays the failure of a cut connection.
        let client = Client(
            environment: environment, coding: JSONBodyCoding(),
            pipeline: .standard(
                over: transport, health: OriginHealth(policy: .never, random: random), random: random), time: time,
            identifiers: RandomIdentifierSource())
        let tokenEndpointClient = TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(), transport: transport, timeout: .seconds(30),
            time: time, identifiers: RandomIdentifierSource())
        let (sessions, store) = (AccountSessions(), InMemoryProductStore())
        @Sendable func logIn(_ email: String, _ password: String) async throws -> Account {
            let stores = AccountStores.inMemory()
            return try await RemoteAuthService(
                client: client, tokenEndpointClient: tokenEndpointClient,
                refresher: BackendCredentialRefresher(client: tokenEndpointClient, time: time), sessions: sessions,
                authSessions: stores.authSessions, users: stores.users, personalData: [stores.users], time: time
            ).login(Credentials(email: EmailAddress(email), password: Secret(password)))
        }
        return ProductServiceSubject(
            admin: try await logIn("ada@example.com", "analytical-engine"),
            member: try await logIn("grace@example.com", "nanosecond-wire"),
            products: {
                RemoteProductService(account: $0, client: client, sessions: sessions, store: store, time: time)
            },
            store: store, server: environment.origin.description, cutConnection: { transport.cut() })
    }
}
