import HTTPTypes
import Hummingbird
import NIOCore

/// The bytes of a representation that a request selects (RFC 9110, section 14).
enum ByteRange: Equatable, Sendable {
    case whole
    /// Never empty, and never past the end.
    case part(Range<Int>)
    /// 416: none of the bytes exists.
    case unsatisfiable

    /// - Parameter fields: of a `GET`. Ranges are defined for no other method.
    init(_ fields: HTTPFields, length: Int, tag: EntityTag) {
        self = .whole
        // RFC 9110, section 13.1.5: a part is sent only if the client has the same version. A date does not prove that,
        // because two changes may occur in the same second.
        guard let text = fields[.range], fields[.ifRange] ?? tag.description == tag.description else { return }
        guard let match = text.wholeMatch(of: /(?i:bytes)=[ \t]*(\d*)-(\d*)[ \t]*/) else {
            // Another unit, several ranges, or malformed. A server may ignore the field and send the whole.
            return
        }
        // A number too large for `Int` is larger than any file.
        let (first, last) = (Self.number(match.1), Self.number(match.2))
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix > 0 && length > 0 ? .part(max(0, length - suffix)..<length) : .unsatisfiable
        case (let first?, let last):
            if let last, last < first { return }
            self = first < length ? .part(first..<min(last ?? .max, length - 1) + 1) : .unsatisfiable
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}

/// Bytes that clients can download in ranges, to resume an interrupted transfer.
struct ByteRepresentation: Sendable {
    /// In bytes.
    let length: Int
    let validators: Validators
    /// The fields for type, caching and digest.
    let headers: HTTPFields
    /// Returns the bytes of a range, which is never longer than ``chunk``.
    let read: @Sendable (Range<Int>) throws -> ByteBuffer

    /// The largest part of a response that is in memory at a time, in bytes.
    static let chunk = 64 * 1024

    func response(to request: Request) throws(Problem) -> Response {
        var headers = headers
        headers.append(contentsOf: validators.fields)
        headers[.acceptRanges] = "bytes"
        switch Preconditions(request).verdict(validators) {
        case .notModified: return Reply(status: .notModified, headers: headers).response(to: request)
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

    /// Writes as fast as the client reads.
    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
                try await writer.write(try read(start..<min(start + Self.chunk, range.upperBound)))
            }
            try await writer.finish(nil)
        }
    }
}

extension Problem {
    /// Contains the length, which bounds the valid ranges (RFC 9110, section 15.5.17).
    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, code: "range_not_satisfiable", title: "Range not satisfiable",
            detail: "None of the requested bytes exists. The length is \(length) bytes.",
            headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
    }
}
