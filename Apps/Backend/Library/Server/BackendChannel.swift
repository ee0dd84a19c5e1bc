import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// One client's connection: HTTP/1.1 as Hummingbird sets it up, with a ``RequestGuard`` around the parser.
///
/// Hummingbird's own extension point comes after the conversion to `HTTPRequest`, which drops the version, a second
/// `Host` and the bytes between the parts of a request.
struct BackendChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let limits: BackendLimits
    let waiting: WaitingConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let requests = RequestGuard(limits: limits, waiting: waiting)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(RequestByteCounter(requests))
            try pipeline.configureHTTPServerPipeline(
                // NIOAsyncChannel serves one request at a time, and HTTPFields contain no invalid value.
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
                withDecoderLimitConfiguration: limits.decoder)
            try pipeline.addHandler(requests)
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: limits.idleTimeout, logger: logger))
            return try Value(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}

extension BackendLimits {
    fileprivate var decoder: NIOHTTPDecoderLimitConfiguration {
        var configuration = NIOHTTPDecoderLimitConfiguration()
        configuration.maxHeaderFieldSize = requestHead
        configuration.maxHeaderListSize = requestHead
        configuration.maxHeaderFieldCount = headerFields
        return configuration
    }
}
