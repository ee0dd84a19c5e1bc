import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Networking

extension HTTPRequestHead {
    /// The HTTP/1.1 head of a request, with the fields that frame its body. Throws if HTTP/1.1 can't express the
    /// request.
    init(_ request: HTTPRequest, body: RequestContent) throws(TransportError) {
        guard let path = request.path, path.utf8.first == UInt8(ascii: "/") else {
            throw .unsendable(reason: "A request needs an absolute path.")
        }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 }) else {
            throw .unsendable(reason: "The path or the query has a space or a control character. Encode it.")
        }
        // Encoding the % here could change the meaning of the target, so the caller must do it.
        guard path.hasOnlyWholeEscapes else {
            throw .unsendable(
                reason: "Its path or query has a % without two hexadecimal digits. Write %25 for a % itself.")
        }
        // After a successful response, the connection would belong to a tunnel (RFC 9110 section 9.3.6).
        guard request.method != .connect else {
            throw .unsendable(reason: "CONNECT requests are for proxies, and no proxy is supported.")
        }
        guard request.method != .trace || body.length == 0 else {
            throw .unsendable(reason: "A TRACE request can't have a body. Remove it.")
        }
        self.init(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: path,
            headers: HTTPHeaders(request, framing: body))
    }
}

extension HTTPHeaders {
    /// All fields of `request` in their order, including duplicates, after Host, which should be first (RFC 9110
    /// section 7.2). The transport sets the fields that frame the body.
    fileprivate init(_ request: HTTPRequest, framing body: RequestContent) {
        var fields: [(String, String)] = []
        fields.reserveCapacity(request.headerFields.count + 3)
        fields.append(("Host", request.authority ?? ""))
        var acceptsEncodings = false
        var hasCookie = false
        for field in request.headerFields {
            switch field.name.canonicalName {
            case "host", "content-length", "transfer-encoding":
                continue
            case "cookie":
                // HTTPTypes splits a Cookie field, but HTTP/1.1 requires a single one (RFC 6265 section 5.4).
                if !hasCookie, let cookies = request.headerFields[.cookie] {
                    fields.append((field.name.rawName, cookies))
                }
                hasCookie = true
            case "accept-encoding":
                acceptsEncodings = true
                fallthrough
            default:
                fields.append((field.name.rawName, field.value))
            }
        }
        if !acceptsEncodings { fields.append(("Accept-Encoding", Self.decodable(request))) }
        switch body.length {
        case nil: fields.append(("Transfer-Encoding", "chunked"))
        // An empty body gets a Content-Length only with methods that expect a body (RFC 9110 section 8.6).
        case 0? where request.method != .post && request.method != .put && request.method != .patch: break
        case let length?: fields.append(("Content-Length", String(length)))
        }
        self.init(fields)
    }

    /// The encodings that the transport decodes. None is accepted for range requests, because a range counts bytes of
    /// the encoded body, or for HEAD, so that its Content-Length fits a later range request.
    private static func decodable(_ request: HTTPRequest) -> String {
        request.method == .head || request.headerFields.contains(.range) ? "identity" : "gzip, deflate"
    }
}

extension HTTPResponse {
    /// The head of a response, with its reason phrase and all fields in their order, including duplicates.
    init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            // Never fails: the parser refuses names that are not tokens.
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(
                OpaqueBytes.decode(value).map { HTTPField(name: name, value: $0) }
                    ?? HTTPField(name: name, value: value))
        }
        self.init(
            status: Status(code: Int(status.code), reasonPhrase: status.reasonPhrase), headerFields: fields)
    }
}

/// A request's body in the form in which a connection sends it.
enum RequestContent: Sendable {
    case empty
    /// Sent together with the head.
    case bytes(ByteBuffer)
    /// Read while it is sent.
    case stream(RequestBody.Streamed)

    /// The maximum number of bytes that are passed to the operating system at once.
    private static let pieceSize = 256 * 1024

    init(_ body: RequestBody) {
        switch body {
        case .empty: self = .empty
        case .data(let data) where data.count <= Self.pieceSize: self = .bytes(ByteBuffer(data: data))
        case .data(let data):
            let pieces = stride(from: data.startIndex, to: data.endIndex, by: Self.pieceSize).map { start in
                data[start..<min(start + Self.pieceSize, data.endIndex)]
            }
            self = .stream(
                RequestBody.Streamed(length: Int64(data.count), isReplayable: true) { ByteStream(chunks: pieces) })
        case .stream(let stream): self = .stream(stream)
        }
    }

    /// The length in bytes; `nil` if it is unknown and the body is sent in chunks.
    var length: Int64? {
        switch self {
        case .empty: 0
        case .bytes(let buffer): Int64(buffer.readableBytes)
        case .stream(let stream): stream.length
        }
    }
}

extension Data {
    /// The bytes of `buffer`. They are shared if they fill at least half of its allocation. Fewer bytes are copied,
    /// because sharing them would hold the whole allocation in memory.
    init(sharing buffer: ByteBuffer) {
        let strategy: ByteBuffer.ByteTransferStrategy =
            buffer.readableBytes * 2 >= buffer.storageCapacity ? .noCopy : .copy
        self.init(buffer: buffer, byteTransferStrategy: strategy)
    }
}
