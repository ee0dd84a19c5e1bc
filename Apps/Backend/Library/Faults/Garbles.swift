import Hummingbird
import NIOCore

/// `POST /faults/garble`: the next requests are answered with something that is not HTTP, and nothing is done.
struct Garbles: ArmedSwitch {
    /// It has no settings of its own.
    struct Order: FaultOrder {
        static let name = "garble"

        init(_ form: inout FaultForm) {}
    }

    let fault: ArmedFault<Order>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard fault.strike(request) != nil else { return try await proceed(request, context) }
        let channel = context.channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(Garbage(), position: .first)
        }.get()
        try await channel.closeFuture.get()
        throw ConnectionEnded()
    }
}

/// Stands between the socket and all that would make HTTP of what is written, says its line and goes.
private final class Garbage: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func handlerAdded(context: ChannelHandlerContext) {
        let line = ByteBuffer(string: "HTTP/banana 200 perhaps\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
        context.close(promise: nil)
    }
}
