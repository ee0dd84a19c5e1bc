import Foundation
import Testing

@testable import Backend

/// A server on a real socket.
enum LiveBackend {
    /// Runs a server with its data in `folder`, and stops it when `body` is done.
    @discardableResult
    static func run<Result: Sendable>(
        in folder: URL, configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        var configuration = BackendConfiguration.forTests(folder)
        configuration.publicName = nil
        configuration.limits.shutdownGrace = .seconds(1)
        configure(&configuration)
        let server = BackendServer(configuration: configuration)
        let (urls, continuation) = AsyncStream.makeStream(of: URL.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await server.run { continuation.yield($0) }
            }
            var iterator = urls.makeAsyncIterator()
            guard let port = await iterator.next()?.port else {
                try await group.waitForAll()
                throw BackendError.hostUnavailable(
                    host: "127.0.0.1", port: 0, reason: "the server ended without an error")
            }
            let result = try await body(port)
            group.cancelAll()
            try await group.waitForAll()
            return result
        }
    }
}
