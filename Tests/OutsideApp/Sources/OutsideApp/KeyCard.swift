import Foundation
import Networking
import Primitives
import Synchronization

/// The server's response to a key card.
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

extension Endpoint where Access: VisitorScope, Response == KeyCard {
    /// `POST /door`
    static func open(_ card: Secret<String>) -> Self {
        Endpoint(.post, "/door", body: .form([QueryItem("card", card.reveal())]), response: .json)
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
        return try await client.session(for: Visitor.self).send(.refresh(spareKey)).credential(from: time.now)
    }
}

/// Keeps the card while the app runs.
final class CardBox: CredentialStorage {
    private let card = Mutex<BearerCredential?>(nil)

    /// Puts the card of a new visit into the box.
    func begin(with card: BearerCredential) {
        self.card.withLock { $0 = card }
    }

    func load() -> BearerCredential? { card.withLock(\.self) }

    func save(_ credential: BearerCredential, replacing old: Secret<String>) throws(CredentialStorageError) -> Bool {
        let isSaved = card.withLock { card -> Bool? in
            guard let stored = card else { return nil }
            guard stored.token == old else { return false }
            card = credential
            return true
        }
        guard let isSaved else { throw CredentialStorageError(reason: "The box is empty.") }
        return isSaved
    }

    func clear(ifStill token: Secret<String>) -> BearerCredential? {
        card.withLock { card in
            if card?.token == token { card = nil }
            return card
        }
    }
}
