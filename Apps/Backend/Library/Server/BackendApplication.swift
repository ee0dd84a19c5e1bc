import Foundation
import GRDB
import Hummingbird
import HummingbirdCore
import NIOCore

/// An assembled server: its database is open and seeded, its routes are in place, and its socket is not yet bound.
struct BackendApplication: Sendable {
    let application: Application<RouterResponder<BackendRequestContext>>
    let routes: RouteTable
    let document: OpenAPIDocument
    let sessions: SessionStore
    let passwords: PasswordHasher

    /// Runs `body` with a server, and releases its threads and files afterwards, even if `body` throws.
    static func withApplication<Result: Sendable>(
        _ configuration: BackendConfiguration, onBound: @escaping @Sendable (URL) -> Void = { _ in },
        _ body: (BackendApplication) async throws -> Result
    ) async throws -> Result {
        let database = try DataDirectory(url: configuration.dataDirectory).openDatabase()
        defer { try? database.close() }
        return try await PasswordHasher.withHasher(cost: configuration.passwordCost, limits: configuration.limits) {
            passwords in
            if configuration.seed { try await Seeds(database: database, passwords: passwords).insert() }
            let links = Links(base: configuration.publicName)
            let sessions = SessionStore(
                database: database, accessTokenLifetime: configuration.accessTokenLifetime,
                refreshTokenLifetime: configuration.refreshTokenLifetime, now: configuration.now)
            let limits = configuration.limits
            let waiting = WaitingConnections(limit: limits.waitingConnections)
            let (router, table, document) = try BackendRouter.make(
                ResourceDependencies(
                    configuration, database: database, sessions: sessions, passwords: passwords, links: links))
            let application = Application(
                router: router,
                server: HTTPServerBuilder { BackendChannel(responder: $0, limits: limits, waiting: waiting) },
                configuration: ApplicationConfiguration(
                    address: .hostname(configuration.host, port: configuration.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        limits.connections, logger: configuration.logger)),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? configuration.port
                    guard let origin = HostAddress(host: configuration.host).origin(port: port) else { return }
                    if configuration.publicName == nil { links.set(base: origin) }
                    onBound(origin)
                },
                logger: configuration.logger)
            return try await body(
                BackendApplication(
                    application: application, routes: table, document: document, sessions: sessions,
                    passwords: passwords))
        }
    }
}
