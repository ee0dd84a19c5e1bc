public import EngineContracts
import EngineTestSupport
public import Models
public import Networking
public import Primitives
import RemoteServices
public import TestSupport

/// The backend of a service contract, with the demo accounts of the sample backend, and what a clause can do to it.
public protocol ContractBackend: Sendable {
    var transport: any Transport { get }
    var environment: APIEnvironment { get }
    /// The clock of the services.
    var time: any TimeSource { get }

    /// Makes the backend unreachable.
    func cutConnection()

    /// Makes it reachable again.
    func restoreConnection()

    /// Expires every access token at the backend.
    func expireAccessTokens() async throws
}

extension FakeBackend: ContractBackend {
    public var transport: any Transport { self }
}

extension Array {
    /// The clauses that `FakeBackend` can fulfill. Prints how many others there are, with the rules of a real server that
    /// they need.
    public func withoutServerRules<Subject>() -> Self where Element == ContractClause<Subject> {
        let rules = compactMap(\.serverRule)
        if !rules.isEmpty {
            print("\(rules.count) of \(count) clauses are not run on FakeBackend, which does not have these rules:")
            for rule in Set(rules).sorted() { print("- \(rule) (\(rules.count { $0 == rule }))") }
        }
        return filter { $0.serverRule == nil }
    }
}

extension ContractBackend {
    /// The origin, under which the stores save its records.
    public var server: String { environment.origin.description }

    /// Sets a fault switch of the sample backend, for one response.
    public func arm(_ fault: String) async throws {
        let client = try Client.fixture(
            transport: transport, environment: APIEnvironment(name: "faults", baseURL: environment.baseURL), time: time)
        try await client.session(for: Guest.self).send(.arm(fault))
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    fileprivate static func arm(_ fault: String) -> Self {
        Endpoint(.post, "/faults/\(fault)", body: .encodable(["count": 1]), response: .nothing)
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
