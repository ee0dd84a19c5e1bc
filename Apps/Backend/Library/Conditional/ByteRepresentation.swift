import HTTPTypes
import Hummingbird
import NIOCore

/// Bytes that clients can download in ranges, to resume an interrupted transfer.
struct ByteRepresentation: Sendable {
    /// In bytes.
    let length: Int
    let validators: Validators
    /// The fields for type, caching and digest.
    let headers: HTTPFields
    /// Returns the bytes of a range, which is never longer than ``chunk``.
    let read: @Sendable (Range<Int>) -> ByteBuffer

    /// The largest part of a response that is in memory at a time, in bytes.
    static let chunk = 64 * 1024

    /// - Throws: ``Problem``: 412 or 416.
    func response(to request: Request) throws(Problem) -> Response {
        var headers = headers
        headers.append(contentsOf: validators.fields)
        headers[.acceptRanges] = "bytes"
        switch Preconditions(fields: request.headers).verdict(for: request.method, validators) {
        case .notModified: return .notModified(headers)
        case .failed: throw .preconditionFailed
        case .proceed: break
        }
        let range =
            request.method == .get ? ByteRange(request.headers, length: length, tag: validators.tag) : ByteRange.whole
        switch range {
        case .unsatisfiable: throw .rangeNotSatisfiable(length: length)
        case .whole: return Response(status: .ok, headers: headers, body: body(0..<length))
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
            return Response(status: .partialContent, headers: headers, body: body(part))
        }
    }

    /// Writes as fast as the client reads, because the writer waits while the socket's buffer is full.
    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
                try await writer.write(read(start..<min(start + Self.chunk, range.upperBound)))
            }
            try await writer.finish(nil)
        }
    }
}
