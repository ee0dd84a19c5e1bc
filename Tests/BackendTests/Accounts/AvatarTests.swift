import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct AvatarTests {
    private func upload(
        _ form: Form, to id: String = "u-grace", configure: (inout BackendConfiguration) -> Void = { _ in },
        _ check: @escaping @Sendable (TestResponse, TestBackend, String) async throws -> Void
    ) async throws {
        try await TestBackend.run(configure: configure) { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(
                .post, "/v2/users/\(id)/avatar", token: token, headers: form.headers, body: form.buffer)
            try await check(response, backend, token)
        }
    }

    @Test(
        "each type of image is downloaded as it was uploaded",
        arguments: [
            ("image/png", Picture.png), ("image/jpeg", Picture.jpeg), ("image/gif", Picture.gif),
            ("image/webp", Picture.webp), ("IMAGE/PNG; q=1", Picture.png),
        ])
    func kinds(type: String, bytes: [UInt8]) async throws {
        try await upload(.avatar(bytes, type: type)) { response, backend, token in
            let digest = Data(bytes).sha256.hexadecimal
            let url = "http://strata.test/v2/users/u-grace/avatar?v=\(digest.prefix(16))"
            let plainType = type.lowercased().prefix { $0 != ";" }
            #expect(response.status == .created)
            #expect(
                response.text == """
                    {"avatar_url":"\(url)","content_type":"\(plainType)","sha256":"\(digest)","size":\(bytes.count),\
                    "uploaded_at":"2026-03-01T09:30:00.250Z"}
                    """)
            let user = try await backend.send(.get, "/v2/users/me", token: token)
            #expect(user.text.contains("\"avatar_url\":\"\(url)\""))

            let picture = try await backend.send(.get, "/v2/users/u-grace/avatar?v=any", token: token)
            #expect(Array(picture.body.readableBytesView) == bytes)
            #expect(picture.headers[.contentType] == String(plainType))
            #expect(picture.headers[.eTag] == "\"\(digest)\"")
            #expect(picture.headers[.xContentTypeOptions] == "nosniff")
            #expect(picture.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            let name = "avatar." + plainType.dropFirst("image/".count).replacing("jpeg", with: "jpg")
            #expect(picture.headers[.contentDisposition] == "attachment; filename=\"\(name)\"")
            #expect(picture.headers[.cacheControl] == "private, max-age=86400")
        }
    }

    @Test("an avatar may be as large as the limit, and not one byte larger")
    func size() async throws {
        let full = Picture.png + [UInt8](repeating: 7, count: 1000 - Picture.png.count)
        try await upload(.avatar(full)) {
            $0.limits.avatar = 1000
        } _: { response, _, _ in
            #expect(response.status == .created)
        }
        try await upload(.avatar(full + [7])) {
            $0.limits.avatar = 1000
        } _: { response, _, _ in
            let problem = try response.expectProblem(.contentTooLarge, "content_too_large")
            #expect(problem.detail.contains("1000"))
        }
    }

    @Test(
        "a file that is not an image of the declared type is refused",
        arguments: [
            ("image/png", Array("just text".utf8)), ("image/png", Picture.jpeg), ("image/png", []),
            ("text/plain", Picture.png), ("image/svg+xml", Array("<svg/>".utf8)), ("png", Picture.png),
            ("image/webp", Array("RIFF".utf8)), ("image/png", Array(Picture.png.prefix(7))),
        ])
    func wrongType(type: String, bytes: [UInt8]) async throws {
        try await upload(.avatar(bytes, type: type)) { response, backend, token in
            try response.expectProblem(.unsupportedMediaType, "unsupported_media_type")
            try await backend.send(.get, "/v2/users/u-grace/avatar", token: token)
                .expectProblem(.notFound, "not_found")
        }
    }

    @Test(
        "an avatar upload that is not multipart/form-data is refused",
        arguments: ["image/png", "application/json", "multipart/mixed; boundary=x"])
    func noForm(type: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: [.contentType: type],
                body: ByteBuffer(bytes: Picture.png)
            ).expectProblem(.unsupportedMediaType, "unsupported_media_type")
        }
    }

    @Test("a form with other fields, none, two, or text instead of the file gets the field's error")
    func wrongFields() async throws {
        var twice = Form.avatar(Picture.png)
        twice.parts.append(twice.parts[0])
        var text = Form()
        text.add("Content-Disposition: form-data; name=\"avatar\"", Array("text".utf8))
        let cases = [
            (Form.avatar(Picture.png, field: "photo"), "photo unexpected"), (Form(), "avatar required"),
            (twice, "avatar duplicate"), (text, "avatar invalid_type"),
        ]
        for (form, expected) in cases {
            try await upload(form) { response, _, _ in
                let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
                #expect(problem.errors?.map { "\($0.field) \($0.code)" } == [expected])
            }
        }
    }

    @Test("a malformed form gets 400", arguments: ["", "--form-boundary\r\nX", "--form-boundary--x"])
    func malformed(body: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: Form().headers,
                body: ByteBuffer(string: body)
            ).expectProblem(.badRequest, "malformed_multipart")
            try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: [.contentType: "multipart/form-data"],
                body: ByteBuffer(string: body)
            ).expectProblem(.badRequest, "malformed_multipart")
        }
    }
}

extension Row {
    static let avatars = [
        Row(
            .post, "/v2/users/{id}/avatar", .owner, .created, Form.avatar(Array("GIF89a".utf8), type: "image/gif").text,
            type: "multipart/form-data; boundary=strata-boundary"),
        Row(.get, "/v2/users/{id}/avatar", .owner),
    ]
}

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
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Headers of images, 2 pixels wide and 3 high, followed by other bytes.
enum Picture {
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 0xB9, 0xEA, 0xDE, 0x81] + Array("pixels".utf8)
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        + [0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0] + Array("pixels".utf8)
    static let gif: [UInt8] = Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0, 0] + Array(",pixels".utf8)
    static let webp: [UInt8] =
        Array("RIFF".utf8) + [18, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 1, 0x80, 0, 0, 0]
}

extension Form {
    /// A form with one file in the field `avatar`.
    static func avatar(_ bytes: [UInt8], type: String = "image/png", field: String = "avatar") -> Form {
        var form = Form()
        form.add("Content-Disposition: form-data; name=\"\(field)\"; filename=\"a\"\r\nContent-Type: \(type)", bytes)
        return form
    }
}

extension TestBackend {
    func uploadGracesAvatar() async throws {
        let form = Form.avatar(Picture.png)
        let token = try await session(of: "u-grace").access.text
        let response = try await send(
            .post, "/v2/users/u-grace/avatar", token: token, headers: form.headers, body: form.buffer)
        #expect(response.status == .created)
    }
}
