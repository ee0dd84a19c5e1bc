public import Backend
import Foundation

/// Runs a real backend inside the test process: on a free loopback port, with its data in a temporary folder and
/// fault switches enabled.
///
/// ```swift
/// try await BackendLauncher.run { backend in
///     let client = try Client.live(at: backend.url, over: transport)
///     …
/// }
/// ```
public enum BackendLauncher {
    /// Runs `body` with a backend, then stops the backend and removes its folder.
    ///
    /// - Parameters:
    ///   - configure: changes the backend's configuration.
    ///   - body: is cancelled if the backend ends first; the backend's error is then thrown.
    public static func run<Value: Sendable>(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningBackend) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "backend-\(UUID().uuidString)", directoryHint: .isDirectory)
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.shutdownGrace = .seconds(1)
        configuration.faults = true
        configure(&configuration)
        // The folder does not exist if the backend could not create it.
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await run(BackendServer(configuration: configuration), body)
    }

    private static func run<Value: Sendable>(
        _ server: BackendServer, _ body: @escaping @Sendable (RunningBackend) async throws -> Value
    ) async throws -> Value {
        let (ready, continuation) = AsyncStream.makeStream(of: URL.self)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await server.run { url in continuation.yield(url) }
                return nil
            }
            group.addTask {
                for await url in ready { return try await body(RunningBackend(url: url)) }
                return nil
            }
            var value: Value?
            while value == nil, let finished = try await group.next() { value = finished }
            group.cancelAll()
            try await group.waitForAll()
            guard let value else { throw BackendEndedEarly() }
            return value
        }
    }
}

/// The backend ended, without an error, before the body did.
public struct BackendEndedEarly: Error {}
