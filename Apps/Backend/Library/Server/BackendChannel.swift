import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// One client's connection: HTTP/1.1 as Hummingbird sets it up, with ``ConnectionPersistence`` behind the parser.
///
/// Hummingbird's own extension point comes after the conversion to `HTTPRequest`, which drops the version.
struct BackendChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let idleTimeout: Duration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // NIOAsyncChannel serves one request at a time, and HTTPFields contain no invalid value.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false)
            try pipeline.addHandler(ConnectionPersistence())
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
            return try Value(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}

/// Ends the connection after a request that asks for it (RFC 9112, section 9.3): the options of `Connection` are a list
/// without regard to case, and HTTP/1.0 closes by default. Hummingbird recognizes only the exact value `close`.
///
/// It also sends `100 Continue` if the client expects it (RFC 9110, section 10.1.1). Without it, many clients wait a
/// second before they send the body.
final class ConnectionPersistence: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isLast = false
    private var isComplete = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // No request after the last one is processed.
        if isComplete { return }
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            if !head.isKeepAlive {
                isLast = true
                head.headers.replaceOrAdd(name: "Connection", value: "close")
                part = .head(head)
            }
            if head.version == .http1_0, !head.headers.contains(name: "Host") {
                // Only HTTP/1.1 requires the field, and an empty one means no host.
                head.headers.add(name: "Host", value: "")
                part = .head(head)
            }
            if head.version == .http1_1, head.headers["Expect"].first?.lowercased() == "100-continue" {
                context.writeAndFlush(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
            }
        case .end: isComplete = isLast
        case .body: break
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isLast, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
