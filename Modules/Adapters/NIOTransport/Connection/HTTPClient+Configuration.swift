import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL

extension HTTPClient.Configuration {
    /// The client's settings for a transport that does nothing on its own account.
    init(_ configuration: NIOTransportConfiguration, tls: TLSConfiguration) {
        let idleTimeout = TimeAmount(configuration.idleTimeout)
        self.init(
            tlsConfiguration: tls,
            // Whether to follow, and with which header fields, is an interceptor's decision.
            redirectConfiguration: .disallow,
            // No read and write timeouts: the client's start only when the request is out, so that a server which stops
            // reading an upload would hang it for ever, and they count the time that our own reader takes.
            timeout: Timeout(connect: TimeAmount(configuration.connectTimeout)),
            decompression: .enabled(limit: .size(configuration.decodedBodyLimit)),
            http1_1ConnectionDebugInitializer: { channel in
                channel.eventLoop.makeCompletedFuture {
                    // In front of TLS and HTTP, where every byte that moves is seen.
                    try channel.pipeline.syncOperations.addHandler(StallHandler(limit: idleTimeout), position: .first)
                }
            })
        connectionPool.idleTimeout = TimeAmount(configuration.idleConnectionLifetime)
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.connectionsPerHost)
        // Otherwise a refused connection is tried again until the connect timeout, and the caller learns of it only then.
        connectionPool.retryConnectionEstablishment = false
        // The client's HTTP/2 never enlarges the windows of 64 KiB that the protocol begins with, so that one download gets
        // at most 64 KiB a round trip (1.3 MB/s at 50 ms), and one broken connection fails all calls to its host.
        httpVersion = .http1Only
    }
}
