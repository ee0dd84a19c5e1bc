import Models
import Networking
import Primitives
import RemoteServices

/// The caller's own account, as far as every backend has it.
struct AccountDetails: Decodable, Equatable, Sendable {
    let id: String
}

/// The same in version 1 of the API.
struct LegacyAccountDetails: Decodable, Sendable {
    let userID: String

    private enum CodingKeys: String, CodingKey {
        case userID = "userId"
    }
}

extension Endpoint where Access: MemberScope, Response == AccountDetails {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == LegacyAccountDetails {
    static func legacyAccount() -> Self {
        Endpoint(.get, "/users/me", version: APIVersion(1), response: .json)
    }
}
