import BackendLauncher
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import Backend

/// A server on a real socket.
enum LiveBackend {
    /// Runs a server in a new folder, and stops it when `body` is done. `body` gets its port.
    @discardableResult
    static func run<Result: Sendable>(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        try await BackendLauncher.run {
            $0.logger.logLevel = .critical
            configure(&$0)
        } _: { backend in
            try await body(backend.url.port ?? 0)
        }
    }
}

/// A TCP connection for raw bytes.
enum RawConnection {
    /// Sends `text` to a port of this machine, and returns all bytes until the server closes the connection, or until
    /// `isComplete` returns `true` for all bytes so far.
    static func exchange(
        _ text: String, port: Int, until isComplete: (String) async throws -> Bool = { _ in false }
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

    /// Sends a GET request on a new connection.
    static func get(_ path: String, port: Int, _ fields: String = "") async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n", port: port)
    }

    /// The tokens of an account.
    static func logIn(
        _ account: DemoAccount = .grace, port: Int
    ) async throws -> (access: Substring, refresh: Substring) {
        let text = try await post(
            "/v2/auth/login", #"{"email":"\#(account.email)","password":"\#(account.password)"}"#, port: port)
        let match = try #require(text.firstMatch(of: /"access_token":"([^"]+)".*"refresh_token":"([^"]+)"/))
        return (match.1, match.2)
    }
}

extension String {
    /// The statuses of the HTTP responses in this text.
    var statuses: [Substring] { matches(of: /HTTP\/1\.1 (\d{3})\s/).map(\.1) }
}
