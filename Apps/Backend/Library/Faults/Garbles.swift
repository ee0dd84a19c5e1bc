import Hummingbird
import NIOCore

/// `POST /faults/garble`: the next requests get bytes that are not HTTP, and no route runs.
struct Garbles: ArmedSwitch {
    /// No settings of its own.
    struct Settings: FaultSettings {
        static let name = "garble"

        init(_ form: inout FaultForm) {}
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard fault.consume(request) != nil else { return try await proceed(request, context) }
        let channel = context.channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(Garbage(), position: .first)
        }.get()
        try await channel.closeFuture.get()
        throw ConnectionEnded()
    }
}

/// Writes one line directly to the socket, and closes the connection.
private final class Garbage: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func handlerAdded(context: ChannelHandlerContext) {
        let line = ByteBuffer(string: "HTTP/banana 200 perhaps\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
        context.close(promise: nil)
    }
}
