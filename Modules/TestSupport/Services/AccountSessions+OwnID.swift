public import Models
public import Networking
public import RemoteServices
public import Services

extension AccountSessions {
    /// Requests the id of the account's user, for tests that need any authenticated call.
    public func ownID(of account: Account, on client: Client) async throws(AuthServiceError) -> UserID {
        guard let session = session(Member.self, of: account, on: client) else { throw .loggedOut }
        do throws(NetworkError) {
            return try await session.send(.ownID())
        } catch {
            throw AuthServiceError(error)
        }
    }
}

extension Endpoint where Access: MemberScope, Response == UserID {
    /// `GET /users/me`, of which it reads only the id.
    public static func ownID() -> Self {
        Endpoint(.get, "/users/me", response: .json(OwnUser.self) { wire in try UserID(wire.id) })
    }
}

private struct OwnUser: Decodable {
    let id: String
}
