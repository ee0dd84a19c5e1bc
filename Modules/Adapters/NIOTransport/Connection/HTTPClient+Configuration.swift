import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Networking

extension HTTPClient.Configuration {
    /// The client's settings for a transport that does nothing on its own account.
    ///
    /// - Parameter handshake: `nil` where connections stay plain.
    init(_ configuration: NIOTransportConfiguration, securedBy handshake: SecureHandshake?) {
        let idleTimeout = TimeAmount(configuration.idleTimeout)
        self.init(
            // Whether to follow, and with which header fields, is an interceptor's decision.
            redirectConfiguration: .disallow,
            // No read and write timeouts: the client's start only when the request is out, so that a server which stops
            // reading an upload would hang it for ever, and they count the time that our own reader takes.
            timeout: Timeout(connect: TimeAmount(configuration.connectTimeout)),
            decompression: .enabled(limit: .size(configuration.decodedBodyLimit)),
            // The client waits for this before it gives the connection a request, and drops the connection if it fails.
            http1_1ConnectionDebugInitializer: { channel in
                let secured = handshake?.begin(on: channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                return secured.flatMapThrowing { try channel.watchExchanges(idleTimeout: idleTimeout) }
                    .flatMapErrorThrowing { error in
                        // Not to be mistaken for a connection that was kept.
                        throw error as? ChannelError == .ioOnClosedChannel ? TransportError.connectionLost : error
                    }
            })
        connectionPool.idleTimeout = TimeAmount(configuration.idleConnectionLifetime)
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.connectionsPerHost)
        // Otherwise a refused connection is tried again until the connect timeout, and the caller learns of it only then.
        connectionPool.retryConnectionEstablishment = false
        // The client's HTTP/2 never enlarges the windows of 64 KiB that the protocol begins with, so that one download gets
        // at most 64 KiB a round trip (1.3 MB/s at 50 ms), and one broken connection fails all calls to its host.
        httpVersion = .http1Only
        // An app's tracer would get a second span of each attempt, with whatever the query holds, and any server that a
        // redirect leads to would get the trace's identity. Observability has an interceptor that does better.
        tracing.tracer = nil
    }
}
