import Foundation
import HTTPTypes
import NIOCore

/// A multipart body, written out as a client would.
struct Form {
    var boundary = "strata-boundary"
    var parts: [(head: String, bytes: [UInt8])] = []

    /// A form with one file in the field `avatar`.
    static func avatar(_ bytes: [UInt8], type: String = "image/png", field: String = "avatar") -> Form {
        var form = Form()
        form.add("Content-Disposition: form-data; name=\"\(field)\"; filename=\"a\"\r\nContent-Type: \(type)", bytes)
        return form
    }

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

/// The beginnings that tell image types apart, with something behind.
enum Picture {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("pixels".utf8)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("pixels".utf8)
    static let gif = Array("GIF89a pixels".utf8)
    static let webp = Array("RIFF\u{0}\u{0}\u{0}\u{0}WEBP pixels".utf8)
}
