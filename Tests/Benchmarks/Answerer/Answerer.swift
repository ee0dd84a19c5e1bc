import NIOCore
import NIOHTTP1
import NIOPosix

/// A server that answers as fast as a socket allows, in a process of its own: what is measured is the client.
///
/// Prints its port, and ends when its standard input does: with the process that started it.
@main
enum Answerer {
    static func main() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Responding())
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: "127.0.0.1", port: 0).get()
        print(channel.localAddress?.port ?? 0)
        // Standard output is a pipe here, and the other side waits for the line.
        flushStandardOutput()
        while readLine() != nil {}
        try await channel.close()
    }
}
