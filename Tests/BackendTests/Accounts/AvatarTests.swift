import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct AvatarTests {
    private static let path = "/v2/users/u-grace/avatar"

    @Test(
        "each type of image is downloaded as it was uploaded",
        arguments: [
            ("image/png", Picture.png), ("image/jpeg", Picture.jpeg), ("image/gif", Picture.gif),
            ("image/webp", Picture.webp), ("IMAGE/PNG; q=1", Picture.png),
        ])
    func kinds(type: String, bytes: [UInt8]) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            let form = Form(.avatar(bytes, type: type)).buffer
            #expect(
                try await backend.outcome(.post, Self.path, token: token, headers: Form.headers, body: form) == "201")
            let picture = try await backend.send(.get, "\(Self.path)?v=any", token: token)
            #expect(Array(picture.body.readableBytesView) == bytes)
            let plainType = type.lowercased().prefix { $0 != ";" }
            let name = "avatar." + plainType.dropFirst("image/".count).replacing("jpeg", with: "jpg")
            for (field, value) in [
                (HTTPField.Name.contentType, String(plainType)), (.eTag, "\"\(Data(bytes).sha256.hexadecimal)\""),
                (.xContentTypeOptions, "nosniff"), (.contentSecurityPolicy, "default-src 'none'; sandbox"),
                (.contentDisposition, "attachment; filename=\"\(name)\""), (.cacheControl, "private, max-age=86400"),
            ] { #expect(picture.headers[field] == value) }
        }
    }

    @Test("a form that is no avatar is refused with its reason, and none is stored")
    func refusals() async throws {
        let largest = Picture.png + [UInt8](repeating: 7, count: AvatarRoutes.limit - Picture.png.count)
        let text = Form.Part(head: "Content-Disposition: form-data; name=\"avatar\"", bytes: Array("text".utf8))
        let cases: [(Form, String)] =
            [("image/png", Picture.jpeg), ("image/png", []), ("text/plain", Picture.png), ("png", Picture.png)].map {
                (Form(.avatar($1, type: $0)), "415 unsupported_media_type")
            }
            + [Array("RIFF".utf8), Array(Picture.png.prefix(7))].map {
                (Form(.avatar($0, type: "image/webp")), "415 unsupported_media_type")
            } + [
                (Form(.avatar(Picture.png, field: "photo")), "422 photo unexpected"), (Form(), "422 avatar required"),
                (Form(.avatar(Picture.png), .avatar(Picture.png)), "422 avatar duplicate"),
                (Form(text), "422 avatar invalid_type"), (Form(.avatar(largest + [7])), "413 content_too_large"),
            ]
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            func upload(_ body: ByteBuffer, _ headers: HTTPFields = Form.headers) async throws -> String {
                try await backend.outcome(.post, Self.path, token: token, headers: headers, body: body)
            }
            for (form, outcome) in cases {
                #expect(try await upload(form.buffer) == outcome)
            }
            for body in ["", "--form-boundary\r\nX", "--strata-boundary--x", "--strata-boundary\r\nX\r\n\r\n"] {
                #expect(try await upload(ByteBuffer(string: body)) == "400 malformed_multipart")
            }
            let form = Form(.avatar(largest)).buffer
            for (type, outcome) in [
                ("image/png", "415 unsupported_media_type"), ("multipart/form-data", "400 malformed_multipart"),
                ("multipart/mixed; boundary=strata-boundary", "415 unsupported_media_type"),
            ] {
                #expect(try await upload(form, [.contentType: type]) == outcome)
            }
            #expect(try await backend.outcome(.get, Self.path, token: token) == "404 not_found")
            #expect(try await upload(form) == "201")
        }
    }
}

extension Row {
    static let avatars = [
        Row(
            .post, "/v2/users/{id}/avatar", .owner, .created,
            Form(.avatar(Array("GIF89a".utf8), type: "image/gif")).text,
            type: "multipart/form-data; boundary=strata-boundary"),
        Row(.get, "/v2/users/{id}/avatar", .owner),
    ]
}

/// A multipart body.
struct Form {
    struct Part {
        let head: String
        let bytes: [UInt8]

        /// A file in the field `avatar`.
        static func avatar(_ bytes: [UInt8], type: String = "image/png", field: String = "avatar") -> Part {
            Part(
                head: "Content-Disposition: form-data; name=\"\(field)\"; filename=\"a\"\r\nContent-Type: \(type)",
                bytes: bytes)
        }
    }

    static let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=\"strata-boundary\""]

    let parts: [Part]

    init(_ parts: Part...) { self.parts = parts }

    var buffer: ByteBuffer {
        var buffer = ByteBuffer()
        for part in parts {
            buffer.writeString("--strata-boundary\r\n\(part.head)\r\n\r\n")
            buffer.writeBytes(part.bytes)
            buffer.writeString("\r\n")
        }
        buffer.writeString("--strata-boundary--\r\n")
        return buffer
    }
    var text: String { String(buffer: buffer) }
}

/// The first bytes of images, followed by others.
enum Picture {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("pixels".utf8)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("pixels".utf8)
    static let gif = Array("GIF89apixels".utf8)
    static let webp: [UInt8] = Array("RIFF".utf8) + [18, 0, 0, 0] + Array("WEBPVP8L".utf8)
}

extension TestBackend {
    func uploadGracesAvatar() async throws {
        let outcome = try await outcome(
            .post, "/v2/users/u-grace/avatar", token: try await token(of: "u-grace"), headers: Form.headers,
            body: Form(.avatar(Picture.png)).buffer)
        #expect(outcome == "201")
    }
}
