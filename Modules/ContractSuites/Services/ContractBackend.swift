import Foundation
public import Models
public import Networking
public import Primitives
import RemoteServices
public import Services
public import TestSupport

/// The backend of a service contract, with the demo accounts of the sample backend, and what a clause can do to it.
public struct ContractBackend: Sendable {
    public let transport: any Transport
    public let environment: APIEnvironment
    /// The clock of the services.
    public let time: any TimeSource
    /// SHA-256, for uploads and persisted queries.
    public let hashing: any ContentHashing
    /// Makes the backend unreachable.
    public let cutConnection: @Sendable () -> Void
    /// Expires every access token at the backend.
    public let expireAccessTokens: @Sendable () async throws -> Void

    public init(
        transport: any Transport, environment: APIEnvironment, time: any TimeSource,
        hashing: any ContentHashing = FakeHashing(), cutConnection: @escaping @Sendable () -> Void,
        expireAccessTokens: @escaping @Sendable () async throws -> Void
    ) {
        self.transport = transport
        self.environment = environment
        self.time = time
        self.hashing = hashing
        self.cutConnection = cutConnection
        self.expireAccessTokens = expireAccessTokens
    }

    /// A new `FakeBackend`.
    public static func fake() throws -> ContractBackend {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_772_528_400))
        let backend = try FakeBackend(time: clock)
        return ContractBackend(
            transport: backend, environment: backend.environment, time: clock,
            cutConnection: { backend.cutConnection() }, expireAccessTokens: { backend.expireAccessTokens() })
    }

    /// The live services of a new process.
    ///
    /// - Parameter stores: those of the machine. By default, each process has its own.
    public func services(
        stores: AccountStores = .inMemory(), monitor: any EventMonitor = SilentMonitor()
    ) -> RemoteServicesFixture {
        RemoteServicesFixture(
            over: transport, at: environment, stores: stores, time: time, hashing: hashing, monitor: monitor)
    }

    /// The live services of a new process, which logs an account in.
    public func services(
        of account: KnownAccount, stores: AccountStores = .inMemory()
    ) async throws -> (RemoteServicesFixture, Account) {
        let services = services(stores: stores)
        return (services, try await services.auth.login(account.credentials))
    }

    /// The origin, under which the stores save its records.
    public var server: String { environment.origin.description }
}

/// The subject of a service contract: the live services on a backend.
public protocol BackendSubject: Sendable {
    /// The services on a new backend, with empty stores.
    init(on backend: ContractBackend) async throws
}

extension ContractClause where Subject: BackendSubject {
    /// Checks the live services on a new `FakeBackend`.
    public func checkOnFakeBackend() async throws {
        try await check(Subject(on: .fake()))
    }
}

extension Array {
    /// The clauses that `FakeBackend` can fulfil. Prints how many others there are, with the rules of a real server that
    /// they need.
    public func withoutServerRules<Subject: BackendSubject>() -> Self where Element == ContractClause<Subject> {
        let rules = compactMap(\.serverRule)
        if !rules.isEmpty {
            print("\(rules.count) of \(count) clauses are not run on FakeBackend, which does not have these rules:")
            for rule in Set(rules).sorted() { print("- \(rule) (\(rules.count { $0 == rule }))") }
        }
        return filter { $0.serverRule == nil }
    }
}

/// An account that can log in to a ``ContractBackend``.
public struct KnownAccount: Sendable {
    public let id: UserID
    public let email: EmailAddress
    public let credentials: Credentials

    private init(id: String, email: String, password: String) throws(InvalidValue) {
        self.id = try UserID(id)
        self.email = try EmailAddress(email)
        credentials = try Credentials(email: self.email, password: Secret(password))
    }

    /// The administrator.
    public static func ada() throws(InvalidValue) -> KnownAccount {
        try KnownAccount(id: "u-ada", email: "ada@example.com", password: "analytical-engine")
    }

    /// A member.
    public static func grace() throws(InvalidValue) -> KnownAccount {
        try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire")
    }
}
