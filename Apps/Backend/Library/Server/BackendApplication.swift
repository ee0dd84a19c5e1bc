import Foundation
import GRDB
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// An assembled server: its database is open and seeded, its routes are in place, and its socket is not yet bound.
struct BackendApplication: Sendable {
    let backend: Dependencies
    let routes: RouteTable
    let responder: LegalRequests

    /// Runs `body` with a server, and closes its database afterwards, even if `body` throws.
    static func withApplication<Result: Sendable>(
        _ configuration: BackendConfiguration, _ body: (BackendApplication) async throws -> Result
    ) async throws -> Result {
        var migrator = DatabaseMigrator()
        for resource in Resources.all { resource.migrate(&migrator) }
        let database = try DataDirectory(url: configuration.dataDirectory).openDatabase(migrator)
        defer { try? database.close() }
        if configuration.seed {
            try await database.write { db in try Resources.seed(db) }
        }
        let backend = Dependencies(configuration, database)
        let (router, table) = try BackendRouter.make(backend)
        return try await body(
            BackendApplication(
                backend: backend, routes: table, responder: LegalRequests(router: router.buildResponder())))
    }

    /// The server on a socket.
    func application(
        onReady: @escaping @Sendable (URL) -> Void
    ) -> Application<LegalRequests> {
        let configuration = backend.configuration
        return Application(
            responder: responder,
            server: HTTPServerBuilder { BackendChannel(responder: $0, idleTimeout: configuration.idleTimeout) },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { [backend] channel in
                let port = channel.localAddress?.port ?? configuration.port
                guard let origin = HostAddress(host: configuration.host).origin(port: port) else { return }
                if configuration.publicName == nil { backend.links.set(base: origin) }
                onReady(origin)
            },
            logger: configuration.logger)
    }
}

/// What the resources of a server share.
struct Dependencies: Sendable {
    let configuration: BackendConfiguration
    let database: DatabasePool
    let links: Links
    let sessions: SessionStore
    let faults = FaultPanel()

    var now: Timestamp { Timestamp(configuration.now()) }

    init(_ configuration: BackendConfiguration, _ database: DatabasePool) {
        self.configuration = configuration
        self.database = database
        links = Links(base: configuration.publicName)
        sessions = SessionStore(configuration: configuration, database: database)
    }

    /// Runs a write in one transaction. If the request has an idempotency key, the same transaction stores its
    /// response, so there is never an effect without the response to replay.
    func write(
        _ context: CallContext<some Permission>, _ body: @escaping @Sendable (Database) throws -> Reply
    ) async throws -> Reply {
        let key = context.keyedRequest
        return try await database.write { db in
            let reply = try body(db)
            try key?.store(reply, db)
            return reply
        }
    }
}

/// Makes absolute links. The server's address is set when the server listens, which is before the first response.
final class Links: Sendable {
    private let base: Mutex<String>

    init(base: URL?) {
        self.base = Mutex(Self.text(base))
    }

    func set(base: URL) {
        self.base.withLock { $0 = Self.text(base) }
    }

    /// - Parameter path: percent-encoded, with a leading slash.
    func absolute(_ path: String) -> String {
        base.withLock { $0 } + path
    }

    private static func text(_ base: URL?) -> String {
        let text = base?.absoluteString ?? ""
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// The name or IP address that a server listens on.
struct HostAddress: Sendable {
    let host: String

    /// Whether only this machine can reach it: `localhost`, 127.0.0.0/8 or `::1`. Any other name counts as remote,
    /// because it may resolve to any address.
    var isLoopback: Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The origin for clients: `http://127.0.0.1:49152`. An IPv6 address needs brackets (RFC 3986, section 3.2.2).
    func origin(port: Int) -> URL? {
        URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
}
