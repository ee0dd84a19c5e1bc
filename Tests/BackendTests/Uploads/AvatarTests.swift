import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
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
            let digest = SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
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

    @Test("an unchanged avatar is not sent again")
    func notModified() async throws {
        try await upload(.avatar(Picture.png)) { _, backend, token in
            let path = "/v2/users/u-grace/avatar"
            let tag = try #require(try await backend.send(.get, path, token: token).headers[.eTag])
            let same = try await backend.send(.get, path, token: token, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            #expect(same.body.readableBytes == 0)
            let other = try await backend.send(.get, path, token: token, headers: [.ifNoneMatch: "\"other\""])
            #expect(other.status == .ok)
        }
    }

    @Test("a second upload replaces the first and changes the URL")
    func replacement() async throws {
        try await upload(.avatar(Picture.png)) { first, backend, token in
            let form = Form.avatar(Picture.jpeg, type: "image/jpeg")
            let second = try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: form.headers, body: form.buffer)
            #expect(second.status == .created)
            #expect(first.text != second.text)
            let picture = try await backend.send(.get, "/v2/users/u-grace/avatar", token: token)
            #expect(Array(picture.body.readableBytesView) == Picture.jpeg)
        }
    }

    @Test("a user without an avatar has none to download")
    func missing() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await backend.send(.get, "/v2/users/u-grace/avatar", token: token)
                .expectProblem(.notFound, "not_found")
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

    @Test("an upload far over the limit is refused by its Content-Length")
    func declaredSize() async throws {
        let large = Picture.png + [UInt8](repeating: 7, count: 100_000)
        try await upload(.avatar(large)) {
            $0.limits.avatar = 1000
        } _: { response, _, _ in
            try response.expectProblem(.contentTooLarge, "content_too_large")
        }
    }

    @Test(
        "a file that is not an image of the declared type is refused",
        arguments: [
            ("image/png", Array("just text".utf8)), ("image/png", Picture.jpeg), ("image/png", []),
            ("text/plain", Picture.png), ("image/svg+xml", Array("<svg/>".utf8)), ("png", Picture.png),
            ("image/webp", Array("RIFF".utf8)), ("image/png", Array(Picture.png.prefix(7))),
            ("image/png", Array(Picture.png.prefix(8))), ("image/gif", Array("GIF89a<script>".utf8)),
        ])
    func wrongType(type: String, bytes: [UInt8]) async throws {
        try await upload(.avatar(bytes, type: type)) { response, backend, token in
            try response.expectProblem(.unsupportedMediaType, "unsupported_media_type")
            try await backend.send(.get, "/v2/users/u-grace/avatar", token: token)
                .expectProblem(.notFound, "not_found")
        }
    }

    @Test("an avatar may have as many pixels as the limit, and not one more")
    func pixels() async throws {
        try await upload(.avatar(Picture.png)) {
            $0.limits.avatarPixels = 6
        } _: { response, _, _ in
            #expect(response.status == .created)
        }
        try await upload(.avatar(Picture.png)) {
            $0.limits.avatarPixels = 5
        } _: { response, _, _ in
            let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map { "\($0.field) \($0.code)" } == ["avatar too_large"])
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

    @Test("a malformed form gets 400", arguments: ["", "--strata-boundary\r\nX", "--strata-boundary--x"])
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

    @Test("an avatar receipt has the URL, the type, the digest and the size")
    func receipt() throws {
        let avatar = AvatarRecord(
            userID: "u-ada", contentType: .webp, sha256: String(repeating: "ab", count: 32),
            uploadedAt: Timestamp(milliseconds: 1_772_357_400_250), bytes: Data([1, 2, 3]))
        let links = Links(base: URL(string: "http://strata.test/"))
        try expectWire(
            AvatarReceiptBody(avatar, links: links),
            is: """
                {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=abababababababab",\
                "content_type":"image/webp","sha256":"\(String(repeating: "ab", count: 32))","size":3,\
                "uploaded_at":"2026-03-01T09:30:00.250Z"}
                """)
    }

    @Test("a user links to their avatar in its version")
    func address() throws {
        var user = SeedUsers.all[0]
        user.avatarVersion = "0123456789abcdef"
        let body = UserBodyV2(user, links: Links(base: URL(string: "http://strata.test/")))
        #expect(body.avatarURL == "http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef")
    }
}
