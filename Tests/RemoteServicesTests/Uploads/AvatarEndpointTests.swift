import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The endpoint of avatars as it goes over the wire.
struct AvatarEndpointTests {
    private let id: UserID

    init() throws {
        id = try UserID("u-1.a_b")
    }

    @Test("POST an avatar, as a form of known length")
    func avatar() throws {
        let form = MultipartForm(
            parts: [.file("avatar", Data("x".utf8), fileName: "a.png", contentType: "image/png")],
            boundary: SequentialIdentifierSource.identifier(1))
        let (request, body) = try Router.fixture().route(
            Endpoint<Member, AvatarReceipt>.uploadAvatar(of: id, form: form))
        #expect(request.method == .post)
        #expect(request.path == "/base/v2/users/u-1.a_b/avatar")
        #expect(request.headerFields[.contentType] == form.contentType)
        #expect(body.length != nil && body.isReplayable)
    }
}
