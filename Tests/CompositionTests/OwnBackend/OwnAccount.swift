import Networking
import RemoteServices

/// The response of `GET /me`.
struct OwnAccount: Decodable, Sendable {
    let number: Int
}

extension Endpoint where Access: MemberScope, Response == OwnAccount {
    static func ownAccount() -> Self { Endpoint(.get, "/me", response: .json) }
}
