import Composition
import DependencyInjection
import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import Services
import TestSupport
import Testing

@Suite("The app wired by hand and by the container")
struct HandWiredAppTests {
    @Test("both send the same requests and return the same values")
    func same() async throws {
        let (byHand, byContainer) = (try await Self.runByHand(), try await Self.runByContainer())
        #expect(byHand.values == byContainer.values)
        #expect(byHand.requests == byContainer.requests)
        #expect(byHand.values.last == "logged out everywhere")
        // A login, four calls of which one follows a refresh, and a logout.
        #expect(byHand.requests.count == 8)
    }

    /// What a caller and the server saw.
    private struct Journey {
        var values: [String] = []
        var requests: [String] = []
    }

    private static func settings(_ backend: FakeBackend) -> AppSettings {
        var settings = AppSettings(
            baseURL: backend.environment.baseURL,
            dataDirectory: URL(filePath: "/nowhere", directoryHint: .isDirectory))
        settings.session = .ephemeral
        settings.retries = 0
        return settings
    }

    private static func runByHand() async throws -> Journey {
        let (clock, backend) = try makeBackend()
        let server = MockTransport(over: backend)
        let app = try HandWiredApp(
            settings(backend), over: server, time: clock, random: SteadyRandom(0),
            identifiers: SequentialIdentifierSource())
        return try await travel(on: backend, through: server, auth: app.auth, timeEntries: app.timeEntries)
    }

    private static func runByContainer() async throws -> Journey {
        let (clock, backend) = try makeBackend()
        let server = MockTransport(over: backend)
        let app = try ComposedApp(settings(backend)) { assembly in
            assembly.overriding {
                Singleton(.transport) { server as any Transport }
                Singleton(.environment, needs: .settings) { settings in try HandWiredApp.environment(settings) }
                Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                    backend.loginExchange(client: client, time: time)
                }
                Singleton(.time) { clock as any TimeSource }
                Singleton(.random) { SteadyRandom(0) as any RandomSource }
                Singleton(.identifiers) { SequentialIdentifierSource() as any IdentifierSource }
            }
        }
        let journey = try await travel(on: backend, through: server, auth: app.container.resolve(.auth)) { account in
            try await app.container.beginScope(.seed(.account, account)).resolve(.timeEntries)
        }
        try await app.container.shutdown()
        return journey
    }

    private static func makeBackend() throws -> (ManualClock, FakeBackend) {
        let clock = ManualClock()
        return (clock, try FakeBackend(time: clock))
    }

    /// Logs in, adds, lists with an expired token, deletes, and logs out.
    private static func travel(
        on backend: FakeBackend, through server: MockTransport, auth: any AuthService,
        timeEntries: (Account) async throws -> any TimeEntryService
    ) async throws -> Journey {
        var journey = Journey()
        let account = try await auth.login(
            Credentials(email: EmailAddress("ada@example.com"), password: Secret("analytical-engine")))
        journey.values.append("\(account)")
        let service = try await timeEntries(account)
        let added = try await service.add(.fixture())
        journey.values.append("\(added)")
        backend.expireAccessTokens()
        journey.values.append("\(try await service.timeEntries(page: PageRequest(size: 20)).page)")
        journey.values.append("\(try await service.timeEntry(id: added.id))")
        try await service.delete(id: added.id)
        if case .everywhere = try await auth.logout(account) { journey.values.append("logged out everywhere") }
        for call in server.calls {
            let fields = call.request.headerFields.map { "\($0.name): \($0.value)" }.sorted()
            journey.requests.append("\(call.request.method) \(call.request.path ?? "") \(fields)")
        }
        return journey
    }
}
