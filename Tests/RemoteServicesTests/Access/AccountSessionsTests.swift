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

    @Test("only an account that is logged in has a session, and only an administrator an admin's")
    func roles() async throws {
        let services = try WiredServices(over: transport)
        let (client, sessions) = (services.client, services.sessions)
        let stranger = try Account.fixture(id: "u-9", role: .admin)
        #expect(sessions.session(Member.self, of: stranger, on: client) == nil)
        #expect(sessions.session(Admin.self, of: stranger, on: client) == nil)
        let member = try await services.loggedIn()
        #expect(sessions.session(Member.self, of: member, on: client) != nil)
        #expect(sessions.session(Admin.self, of: member, on: client) == nil)
        let admin = try await services.loggedIn(userID: "u-2", role: .admin)
        #expect(sessions.session(Admin.self, of: admin, on: client) != nil)
        #expect(sessions.session(Member.self, of: member, on: client) != nil)
    }

    @Test("a guest's call is signed while an account is logged in, and unsigned before and after")
    func guest() async throws {
        let services = try WiredServices(over: transport)
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
        let services = try WiredServices(over: transport)
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
