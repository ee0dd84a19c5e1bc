import Foundation
import Models
import Networking
import Primitives
import RemoteServices

/// The response of this app's server to a key card, without the workspace's wire types.
struct KeyCard: Sendable, Decodable {
    let holder: String
    let key: String
    let spareKey: String
    let validForSeconds: Double

    func credential(from now: Date) -> BearerCredential {
        BearerCredential(
            token: Secret(key), refreshToken: Secret(spareKey), expiresAt: now.addingTimeInterval(validForSeconds))
    }
}

/// The owner of a key card.
struct Holder: Sendable, Equatable, Decodable {
    let id: String
    let name: String
    let since: Date
}

extension Endpoint where Access: MemberScope, Response == Holder {
    /// `GET /holders/me`
    static func holder() -> Self {
        Endpoint(.get, "/holders/me", response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == KeyCard {
    /// `POST /door`
    static func open(_ credentials: Credentials) -> Self {
        Endpoint(.post, "/door", body: .encodable(credentials), response: .json)
    }

    /// `POST /door/refresh`, a form
    static func refresh(_ spareKey: Secret<String>) -> Self {
        Endpoint(.post, "/door/refresh", body: .form([QueryItem("spare_key", spareKey.reveal())]), response: .json)
    }
}

/// Exchanges the spare key for the next card.
struct KeyCardRefresher: CredentialRefreshing {
    let client: TokenEndpointClient
    let time: any TimeSource

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        guard let spareKey = credential.refreshToken else { return credential }
        return try await client.session(for: Guest.self).send(.refresh(spareKey)).credential(from: time.now)
    }
}
