import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /faults/truncate`: the next responses whose body is longer than `to` bytes are cut, and their `Content-Length`
/// with them. Only a digest or the content reveals the cut.
struct Truncations: ArmedSwitch {
    /// The JSON settings `{"to"}`.
    struct Settings: FaultSettings {
        static let name = "truncate"

        /// The number of bytes that are left.
        let length: Int

        init(_ form: inout FaultForm) {
            length = form.whole("to", in: 0...1_073_741_824) ?? 0
        }
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await proceed(request, context)
        let body = response.body
        guard let settings = fault.consume(request, where: { (body.contentLength ?? .max) > $0.length }) else {
            return response
        }
        var headers = response.headers
        headers[.contentLength] = String(settings.length)
        return Response(
            status: response.status, headers: headers,
            body: ResponseBody(contentLength: settings.length) { writer in
                try await body.write(TruncatingWriter(parent: writer, remaining: settings.length))
            })
    }
}

private struct TruncatingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    var remaining: Int

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        guard let part = rest.readSlice(length: min(remaining, buffer.readableBytes)), part.readableBytes > 0 else {
            return
        }
        remaining -= part.readableBytes
        try await parent.write(part)
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
