import NIOCore
import NIOPosix

/// A TCP connection for raw bytes.
enum RawConnection {
    /// Sends `text` to a port of this machine, and returns all bytes until the server closes the connection.
    ///
    /// - Parameters:
    ///   - drop: sent repeatedly after the text, every 20 milliseconds, until the end.
    ///   - isComplete: called with all bytes so far after each read; `true` closes the connection.
    static func exchange(
        _ text: String, dripping drop: String? = nil, port: Int,
        until isComplete: (String) async throws -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let drip = drop.map { drop in
                let raw = channel.channel
                return raw.eventLoop.scheduleRepeatedTask(
                    initialDelay: .milliseconds(20), delay: .milliseconds(20)
                ) { _ in
                    raw.writeAndFlush(ByteBuffer(string: drop), promise: nil)
                }
            }
            defer { drip?.cancel() }
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
