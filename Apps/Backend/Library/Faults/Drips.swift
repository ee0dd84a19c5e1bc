import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /faults/drip`: the bodies of the next responses are sent in small pieces, with a pause after each.
struct Drips: ArmedSwitch {
    /// The JSON settings `{"bytes", "milliseconds"}`.
    struct Settings: FaultSettings {
        static let name = "drip"

        /// The size of a piece.
        let bytes: Int
        let milliseconds: Int

        init(_ form: inout FaultForm) {
            bytes = form.whole("bytes", in: 1...1_048_576) ?? 1
            milliseconds = form.whole("milliseconds", in: 1...60_000) ?? 100
        }
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await proceed(request, context)
        guard let settings = fault.consume(request) else { return response }
        let body = response.body
        return Response(
            status: response.status, headers: response.headers,
            body: ResponseBody(contentLength: body.contentLength) { writer in
                try await body.write(DrippingWriter(parent: writer, settings: settings))
            })
    }
}

private struct DrippingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let settings: Drips.Settings

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let drop = rest.readSlice(length: min(settings.bytes, rest.readableBytes)), drop.readableBytes > 0 {
            try await parent.write(drop)
            try await Task.sleep(for: .milliseconds(settings.milliseconds))
        }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
