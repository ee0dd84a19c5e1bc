import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Backend

/// A server on a real socket.
enum LiveBackend {
    /// Runs a server in a new folder, and stops it when `body` is done.
    @discardableResult
    static func run<Result: Sendable>(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
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
}

/// A TCP connection for raw bytes.
enum RawConnection {
    /// Sends `text` to a port of this machine, and returns all bytes until the server closes the connection.
    ///
    /// - Parameters:
    ///   - isComplete: called with all bytes so far after each read; `true` closes the connection.
    static func exchange(
        _ text: String, port: Int,
        until isComplete: (String) async throws -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var received = ByteBuffer()
            do {
                try await outbound.write(ByteBuffer(string: text))
                for try await var bytes in inbound {
                    received.writeBuffer(&bytes)
                    if try await isComplete(String(buffer: received)) { break }
                }
            } catch is IOError {
                // A reset ends the exchange. Return the bytes before it.
            } catch ChannelError.ioOnClosedChannel {
                // The server closed the connection before the write.
            }
            return String(buffer: received)
        }
    }

    /// Sends a JSON body on a new connection.
    static func post(
        _ path: String, _ json: String, port: Int, _ fields: String = "",
        until isComplete: (String) async throws -> Bool = { _ in false }
    ) async throws -> String {
        try await exchange(
            "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\(fields)"
                + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)", port: port, until: isComplete)
    }

    /// The access token of Grace.
    static func token(port: Int) async throws -> Substring {
        let login = try await post(
            "/v2/auth/login", #"{"email":"grace@example.com","password":"nanosecond-wire"}"#, port: port)
        return try #require(login.firstMatch(of: /"access_token":"([^"]+)"/)?.1)
    }

    /// Sends a GET request on a new connection.
    static func get(_ path: String, port: Int, _ fields: String = "") async throws -> String {
        try await exchange(
            "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n", port: port)
    }
}

extension String {
    /// The statuses of the HTTP responses in this text.
    var statuses: [Substring] { matches(of: /HTTP\/1\.1 (\d{3})\s/).map(\.1) }
}
