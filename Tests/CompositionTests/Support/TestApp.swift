import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import Networking
import Primitives
import TestSupport

/// Apps over a transport that a test chooses.
enum TestApp {
    /// Runs `body` with an app, and shuts the app down. No call is retried.
    ///
    /// - Parameters:
    ///   - folder: the data folder; `nil` for stores in memory.
    ///   - change: changes the settings. The app's API is at `https://api.example` by default.
    ///   - registrations: those in place of the app's own.
    static func run(
        over transport: any Transport, in folder: URL? = nil,
        changing change: (inout AppSettings) -> Void = { _ in },
        @AssemblyBuilder replacing registrations: () -> Assembly = { Assembly {} },
        adding others: Assembly = Assembly {},
        _ body: (ComposedApp) async throws -> Void
    ) async throws {
        var settings = AppSettings(
            baseURL: try APIEnvironment.fixture(baseURL: "https://api.example").baseURL,
            dataDirectory: folder ?? URL(filePath: "/dev/null/nowhere", directoryHint: .isDirectory))
        settings.retries = 0
        settings.storeUse = folder == nil ? .unused : .required
        change(&settings)
        try await ComposedApp.run(
            settings,
            assembly: { app in
                Assembly {
                    app.overriding { Singleton(.transport) { transport } }.overriding(registrations)
                    others
                }
            }, body)
    }

    /// Runs `body` with an app on a small server in memory, which has its own login.
    static func run(
        _ kind: SessionKind, in folder: URL, on backend: FakeBackend, _ body: (ComposedApp) async throws -> Void
    ) async throws {
        try await run(
            over: backend, in: folder,
            changing: { settings in
                settings.baseURL = backend.environment.baseURL
                settings.session = kind
            },
            replacing: {
                Singleton(.environment) { backend.environment }
                Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                    backend.loginExchange(client: client, time: time)
                }
            }, body)
    }
}
