public import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A small HTTP server with accounts, rotating tokens and resources, on a SQLite database of its own.
///
/// ```swift
/// let server = BackendServer(configuration: BackendConfiguration(dataDirectory: folder))
/// try await server.run { url in print("listening on \(url)") }
/// ```
public struct BackendServer: Sendable {
    let configuration: BackendConfiguration

    /// A server that starts with ``run(onReady:)``.
    public init(configuration: BackendConfiguration) {
        self.configuration = configuration
    }

    /// All routes, fault switches included, such as `GET /v2/users/{id}`, in the order of their paths.
    public static func routes() async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.faults = true
        return try await BackendApplication.withApplication(configuration) { backend in
            backend.routes.routes.sorted { $0.drop { $0 != "/" } < $1.drop { $0 != "/" } }
        }
    }

    /// Serves until the surrounding task is cancelled. Then it finishes the responses in progress, for
    /// ``BackendConfiguration/shutdownGrace`` at most, closes its database and returns.
    ///
    /// - Parameter onReady: called once, with the server's origin (`http://127.0.0.1:49152`), when it accepts requests.
    /// - Throws: ``BackendError`` if the server cannot start.
    public func run(onReady: @escaping @Sendable (URL) -> Void = { _ in }) async throws {
        try checkHost()
        do {
            try await BackendApplication.withApplication(configuration) { backend in
                try await serve(backend.application(onReady: onReady))
            }
        } catch is CancellationError {
            // Cancelled before the server listened, or when the grace period ended and its connections were closed.
        }
    }

    /// Turns cancellation into a graceful shutdown, which lets responses in progress finish.
    private func serve(_ application: some ApplicationProtocol) async throws {
        var lifecycle = ServiceGroupConfiguration(services: [application], logger: configuration.logger)
        lifecycle.maximumGracefulShutdownDuration = configuration.shutdownGrace
        let group = ServiceGroup(configuration: lifecycle)
        let serving = Task { try await group.run() }
        do {
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                Task { await group.triggerGracefulShutdown() }
            }
        } catch let error as IOError {
            throw meaning(of: error)
        } catch is SocketAddressError.UnknownHost {
            throw BackendError.hostUnavailable(
                host: configuration.host, port: configuration.port, reason: "unknown host")
        }
    }

    private func checkHost() throws(BackendError) {
        if HostAddress(host: configuration.host).isLoopback { return }
        guard configuration.allowsRemoteHost else { throw .remoteHostRefused(host: configuration.host) }
        if configuration.faults { throw .remoteFaultsRefused(host: configuration.host) }
    }

    private func meaning(of error: IOError) -> BackendError {
        let (host, port) = (configuration.host, configuration.port)
        if error.errnoCode == EADDRINUSE { return .portInUse(host: host, port: port) }
        return .hostUnavailable(host: host, port: port, reason: String(cString: strerror(error.errnoCode)).lowercased())
    }
}
