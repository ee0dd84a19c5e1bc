import NIOCore
import NIOPosix

/// A TCP connection on which a test says exactly the bytes it wants.
enum RawConnection {
    /// Sends `text` to a port of this machine and gives back all that comes until the server closes the connection.
    ///
    /// - Parameter drop: sent again and again behind the text, every 20 milliseconds, until the end.
    static func exchange(_ text: String, dripping drop: String? = nil, port: Int) async throws -> String {
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
                for try await var bytes in inbound { received.writeBuffer(&bytes) }
            } catch is IOError {
                // A reset is an end as well: what came before it counts.
            } catch ChannelError.ioOnClosedChannel {
                // So is a server that closed before it was spoken to.
            }
            return String(buffer: received)
        }
    }

    /// A GET request on a connection of its own.
    static func get(_ path: String, port: Int, _ fields: String = "") async throws -> String {
        try await exchange(
            "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n", port: port)
    }
}

extension String {
    /// The statuses of the responses in what a connection has received.
    var statuses: [Substring] { matches(of: /HTTP\/1\.1 (\d{3})\s/).map(\.1) }
}
