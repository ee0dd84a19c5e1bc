import EngineTestSupport
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

struct AccountSessionsTests {
    private let transport = MockTransport(over: FakeTransport { _ in .json(Wire.user) })

    /// The credential of the last request.
    private var signature: String? { transport.calls.last?.request.headerFields[.authorization] }

    @Test("only the calls of an account that is logged in are sent, and only an administrator has an admin's session")
    func roles() async throws {
        let services = try RemoteServicesFixture(over: transport)
        let (client, sessions) = (services.client, services.sessions)
        let stranger = try Account.fixture(id: "u-9", role: .admin)
        for send in [
            { try await sessions.session(of: stranger, on: client).send(.ownID()) },
            { try await sessions.session(Admin.self, of: stranger, on: client)?.send(.ownID()) },
        ] as [() async throws -> UserID?] {
            let error = await #expect(throws: NetworkError.self) { _ = try await send() }
            #expect(error?.cause == .loggedOut)
        }
        #expect(transport.calls.isEmpty)
        let member = try await services.loggedIn()
        #expect(sessions.session(Admin.self, of: member, on: client) == nil)
        let admin = try await services.loggedIn(userID: "u-2", role: .admin)
        _ = try await sessions.session(Admin.self, of: admin, on: client)?.send(.ownID())
        _ = try await sessions.session(of: member, on: client).send(.ownID())
        #expect(transport.calls.count == 2)
    }

    @Test("a guest's call is signed while an account is logged in, and unsigned before and after")
    func guest() async throws {
        let services = try RemoteServicesFixture(over: transport)
        func send() async throws {
            try await services.sessions.guestSession(on: services.client).send(.ping())
        }
        try await send()
        #expect(signature == nil)
        let account = try await services.loggedIn()
        try await send()
        #expect(signature == "Bearer access-1")
        _ = try await services.auth.logout(account)
        try await send()
        #expect(signature == nil)
    }

    @Test("nothing that prints sessions shows a token")
    func printing() async throws {
        let services = try RemoteServicesFixture(over: transport)
        _ = try await services.loggedIn()
        var dumped = ""
        dump(services.sessions, to: &dumped)
        for text in [dumped, "\(services.sessions)", String(reflecting: services.sessions)] {
            #expect(!text.contains("access-1") && !text.contains("refresh-1"))
        }
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    fileprivate static func ping() -> Self { Endpoint(.get, "/ping", response: .nothing) }
}
