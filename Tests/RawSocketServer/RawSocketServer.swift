public import NIOCore
import NIOPosix
import Synchronization

/// A server on a free loopback port that sends exactly the bytes that a test scripts.
///
/// ```swift
/// try await RawSocketServer.withServer { server in
///     server.serve { connection in
///         try await connection.receiveRequest()
///         try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
///     }                                    // the script's end closes the connection
///     …                                    // requests to server.authority
///     #expect(server.requests.count == 1)
/// }
/// ```
///
/// A script is plain code that can wait for anything; nothing here depends on time. When the scope ends, the server
/// closes and cancels the running scripts.
public final class RawSocketServer: Sendable {
    /// The server's behavior on one connection. An error closes the connection and is not reported, because many tests
    /// let the client disconnect.
    public typealias Script = @Sendable (RawConnection) async throws -> Void

    /// The loopback port it listens on.
    public let port: Int
    private let state = Mutex(State())

    private struct State {
        var script: Script = { _ in }
        var connections = 0
        var requests: [RawRequest] = []
    }

    private init(port: Int) {
        self.port = port
    }

    /// `127.0.0.1` with the port, as in a URL.
    public var authority: String { "127.0.0.1:\(port)" }

    /// The number of accepted connections.
    public var connectionCount: Int { state.withLock { $0.connections } }

    /// The requests that scripts have received by ``RawConnection/receiveRequest()`` and
    /// ``RawConnection/receiveHead()``.
    public var requests: [RawRequest] { state.withLock { $0.requests } }

    /// Runs `script` on each connection accepted from now on; until the first call, connections are closed at once.
    public func serve(_ script: @escaping Script) {
        state.withLock { $0.script = script }
    }

    /// Responds to all requests of each connection with exactly this text.
    public func serve(_ response: String) {
        serve { connection in
            while true {
                try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }

    /// A complete response with the body `ok`.
    public static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Runs `body` with a new server, which is closed afterwards.
    ///
    /// - Parameter prepare: called with each new connection's channel on its event loop, for example to add TLS.
    public static func withServer<Result>(
        prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in },
        _ body: (RawSocketServer) async throws -> Result
    ) async throws -> Result {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            // Small, so that a test of back-pressure measures the client and not the kernel.
            .childChannelOption(.socketOption(.so_sndbuf), value: 64 * 1024)
            // Nothing is read before the script begins.
            .childChannelOption(.autoRead, value: false)
        let initialize = { @Sendable (channel: any Channel) in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Floor(), name: Floor.name)
                try prepare(channel)
                return channel
            }
        }
        let listener = try await bootstrap.bind(host: "127.0.0.1", port: 0, childChannelInitializer: initialize)
        let server = RawSocketServer(port: listener.channel.localAddress?.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.accept(from: listener) }
            defer { group.cancelAll() }
            return try await body(server)
        }
    }

    private func accept(from listener: NIOAsyncChannel<any Channel, Never>) async throws {
        try await listener.executeThenClose { accepted in
            try await withThrowingDiscardingTaskGroup { group in
                for try await channel in accepted {
                    group.addTask { await self.play(on: channel) }
                }
            }
        }
    }

    private func play(on channel: any Channel) async {
        let script = state.withLock { state in
            state.connections += 1
            return state.script
        }
        do {
            let stream = try await channel.eventLoop.submit {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }.get()
            try await stream.executeThenClose { inbound, _ in
                try await channel.setOption(.autoRead, value: true).get()
                let connection = RawConnection(channel, inbound) { request in
                    self.state.withLock { $0.requests.append(request) }
                }
                try await script(connection)
            }
        } catch {
            // The script's own error, or the client's disconnection; see ``Script``.
        }
    }
}

/// Marks the lowest handler of a pipeline: a close from here sends nothing to the client, not even TLS's close_notify.
final class Floor: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static var name: String { "floor" }
}
