import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server that responds as fast as a socket allows. It runs in a separate process, so that only the client is measured.
///
/// Prints its port. Ends when its standard input ends, and so with the process that started it.
@main
enum ResponseServer {
    static func main() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(ResponseHandler())
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: "127.0.0.1", port: 0).get()
        print(channel.localAddress?.port ?? 0)
        // Standard output is a pipe, and the parent process waits for the line.
        flushStandardOutput()
        while readLine() != nil {}
        try await channel.close()
    }
}

/// Flushes all streams, because Swift 6 rejects the mutable global `stdout`.
func flushStandardOutput() {
    fflush(nil)
}
