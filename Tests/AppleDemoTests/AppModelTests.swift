import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import Models
import Networking
import Primitives
import Services
import TestSupport
import Testing

@testable import AppleDemo

@MainActor
@Suite("The model of the Apple app", .timeLimit(.minutes(10)))
struct AppModelTests {
    private func makeApp(
        on backend: FakeBackend? = nil, @AssemblyBuilder _ overrides: () -> Assembly = { Assembly {} }
    ) async throws -> ComposedApp {
        let backend = try backend ?? FakeBackend()
        var settings = AppSettings(
            baseURL: backend.environment.baseURL,
            dataDirectory: URL(filePath: "/nowhere", directoryHint: .isDirectory))
        settings.session = .ephemeral
        return try await ComposedApp.open(settings) { assembly in
            assembly.overriding {
                Singleton(.transport) { backend as any Transport }
                Singleton(.environment) { backend.environment }
                Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                    backend.loginExchange(client: client, time: time)
                }
            }
            .overriding(overrides)
        }
    }

    private func logIn(_ app: ComposedApp) async throws -> Account {
        try await app.auth.login(
            Credentials(email: EmailAddress("ada@example.com"), password: Secret("analytical-engine")))
    }

    @Test("a login opens the list, and a logout removes the account and returns to the login")
    func journey() async throws {
        let app = try await makeApp()
        let model = AppModel { app }
        await model.start()
        guard case .login = model.screen else { return unexpected(model) }
        await model.open(try await logIn(app))
        guard case .timeEntries = model.screen else { return unexpected(model) }
        #expect(model.sending?.isCancelled == false)
        await model.logOut()
        guard case .login = model.screen else { return unexpected(model) }
        #expect(model.sending?.isCancelled == true)
        #expect(try await app.auth.restore() == nil)
    }

    @Test("a logout asks before it deletes changes that are not sent yet")
    func unsentChanges() async throws {
        let backend = try FakeBackend()
        let app = try await makeApp(on: backend)
        let model = AppModel { app }
        let account = try await logIn(app)
        await model.open(account)
        backend.cutConnection()
        #expect(try await app.open(account).timeEntries.add(.fixture()).pending != nil)
        await model.logOut()
        #expect(model.unsentChanges == 1 && model.sending?.isCancelled == false)
        model.keepLogin()
        guard case .timeEntries = model.screen, model.unsentChanges == nil else { return unexpected(model) }
        await model.logOut(deletesChanges: true)
        guard case .login = model.screen, model.unsentChanges == nil else { return unexpected(model) }
        #expect(try await app.auth.restore() == nil)
    }

    @Test("an account that is still logged in sees its list at once")
    func restored() async throws {
        let app = try await makeApp()
        _ = try await logIn(app)
        let model = AppModel { app }
        await model.start()
        guard case .timeEntries = model.screen else { return unexpected(model) }
    }

    @Test("a logout that fails is shown, and can be repeated until the login screen is there")
    func failedLogout() async throws {
        let calls = Gate(isOpen: true)
        let auth = MockAuthService(
            login: .value(try .fixture()), restore: .value(nil),
            logout: .closure { _ throws(AuthServiceError) in
                await calls.pass()
                if calls.arrivals == 1 { throw .failed(.storage(reason: "The disk is full.", diagnostic: "odd")) }
                return .everywhere
            })
        let app = try await makeApp { Singleton(.auth) { auth as any AuthService } }
        let model = AppModel { app }
        await model.start()
        await model.open(try await logIn(app))
        await model.logOut()
        guard case .failed(let message) = model.screen else { return unexpected(model) }
        #expect(message == "The disk is full.")
        await model.tryAgain()
        guard case .login = model.screen else { return unexpected(model) }
        #expect(calls.arrivals == 2)
    }

    private struct FullDisk: Error {}

    @Test("two steps at once compose one app, and the next step composes again after a failure")
    func composing() async throws {
        let (app, gate) = (try await makeApp(), Gate())
        var attempts = 0
        let model = AppModel {
            attempts += 1
            await gate.pass()
            if attempts == 1 { throw FullDisk() }
            return app
        }
        // Tasks of one actor begin in their order, so both wait once the first has arrived.
        let steps = [Task { await model.start() }, Task { await model.start() }]
        await gate.waitForArrivals(1)
        gate.open()
        for step in steps { await step.value }
        guard case .failed = model.screen else { return unexpected(model) }
        #expect(attempts == 1)
        await model.tryAgain()
        guard case .login = model.screen else { return unexpected(model) }
        #expect(attempts == 2)
    }

    @Test("a failure is shown as a sentence for users")
    func failure() async {
        let model = AppModel { throw AuthServiceError.loggedOut }
        await model.start()
        guard case .failed(AuthServiceError.loggedOut.userMessage) = model.screen else { return unexpected(model) }
    }

    private func unexpected(_ model: AppModel) {
        Issue.record("\(model.screen)")
    }
}
