import NIOCore
import NIOPosix

/// Loopback ports without a responding server.
public enum UnresponsivePort {
    /// Runs `body` with the authority of a port that refuses connections and that no other process can take meanwhile.
    public static func withRefusingPort<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        try await RawSocketServer.withServer { server in
            server.serve { await $0.waitForEnd() }
            // The client's own end of a connection: the port is in use, and has no listener.
            let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: server.port).get()
            defer { client.close(promise: nil) }
            return try await body("127.0.0.1:\(client.localAddress?.port ?? 0)")
        }
    }

    /// Runs `body` with the authority of a port where a connection is neither made nor refused: the backlog of a server
    /// that accepts no connection is full.
    public static func withSilentPort<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1)
            .serverChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0).get()
        var channels = [server]
        defer { for channel in channels { channel.close(promise: nil) } }
        let port = server.localAddress?.port ?? 0
        // Systems round the backlog in different ways, so it is full when clients have to wait. One alone may only have been late
        // on a busy machine.
        var waits = 0
        while waits < 3 {
            let client = try? await ClientBootstrap(group: group).connectTimeout(.milliseconds(200))
                .connect(host: "127.0.0.1", port: port).get()
            if let client { channels.append(client) }
            waits = client == nil ? waits + 1 : 0
        }
        return try await body("127.0.0.1:\(port)")
    }
}
