import Foundation
import Models

/// The avatar of a ``FakeUser``.
struct FakeAvatar: Sendable, Equatable {
    let bytes: Data
    let type: ImageType
    let sha256: String
    let uploadedAt: Date

    init(bytes: Data, type: ImageType, uploadedAt: Date) {
        self.bytes = bytes
        self.type = type
        self.uploadedAt = uploadedAt
        sha256 = SHA256Digest.hexadecimal(of: bytes)
    }

    func link(userID: String, origin: String) -> String {
        let id = userID.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "."])) ?? userID
        return "\(origin)/v2/users/\(id)/avatar?v=\(sha256.prefix(16))"
    }
}
