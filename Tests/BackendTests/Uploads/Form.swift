import Foundation
import HTTPTypes
import NIOCore

/// A multipart body.
struct Form {
    var boundary = "strata-boundary"
    var parts: [(head: String, bytes: [UInt8])] = []

    mutating func add(_ head: String, _ bytes: [UInt8]) {
        parts.append((head, bytes))
    }

    var headers: HTTPFields { [.contentType: "multipart/form-data; boundary=\"\(boundary)\""] }

    var bytes: [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            body += Array("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8) + part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    var buffer: ByteBuffer { ByteBuffer(bytes: bytes) }
}
