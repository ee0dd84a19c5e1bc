import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /faults/cut`: the next responses whose body is longer than `after` bytes end there, before their
/// `Content-Length`.
struct Cuts: ArmedSwitch {
    /// The JSON settings `{"after", "how"}`.
    struct Settings: FaultSettings {
        static let name = "cut"

        /// The number of bytes of the body that are sent.
        let after: Int
        let how: ConnectionEnd

        init(_ form: inout FaultForm) {
            after = form.whole("after", in: 0...1_073_741_824) ?? 0
            how = form.choice("how", default: .close)
        }
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await proceed(request, context)
        let body = response.body
        guard let settings = fault.consume(request, where: { (body.contentLength ?? .max) > $0.after }) else {
            return response
        }
        let channel = context.channel
        return Response(
            status: response.status, headers: response.headers,
            body: ResponseBody(contentLength: body.contentLength) { writer in
                let cut = CuttingWriter(parent: writer, channel: channel, how: settings.how, remaining: settings.after)
                try await body.write(cut)
            })
    }
}

private struct CuttingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let channel: any Channel
    let how: ConnectionEnd
    var remaining: Int

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        guard buffer.readableBytes > remaining else {
            remaining -= buffer.readableBytes
            return try await parent.write(buffer)
        }
        if let last = rest.readSlice(length: remaining) { try await parent.write(last) }
        try await how.close(channel)
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
