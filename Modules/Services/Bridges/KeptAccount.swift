import Models
import Networking
import Persistence
import Primitives

/// What this machine keeps of one person at one server: the sign-in, the copies of users that were seen under it, and the
/// answers in the response cache.
struct KeptAccount: Sendable {
    let server: String
    let userID: User.ID
    let signIns: any SignInStore
    let users: any UserStore
    /// `nil` for an app without a response cache.
    var responses: (any ResponseCacheStorage)?

    /// The sign-in, if it is still this person's at this server.
    func signIn() async throws(StoreError) -> SignIn? {
        guard let signIn = try await signIns.load(), isOurs(signIn) else { return nil }
        return signIn
    }

    /// Keeps copies of users, if the person is still signed in: an answer that comes after a sign-out must not bring back
    /// what the sign-out removed, nor end up among somebody else's copies.
    func keep(_ seen: [User]) async throws(StoreError) {
        guard try await signIn() != nil else { return }
        try await users.save(seen)
    }

    /// Leaves nothing, unless somebody has signed in since: what is kept is theirs then. Copies of users that a sign-in
    /// keeps in the very instant in which the last one goes may go with it; they come back as they are seen again.
    ///
    /// - Parameter access: where only the session with this access token has ended; with `nil` the person leaves.
    /// - Returns: the person's sign-in, if it stays because it has other tokens.
    func forget(ifStill access: Secret<String>? = nil) async throws(StoreError) -> SignIn? {
        try await forgetAnswers()
        if let left = try await signIns.clear(server: server, userID: userID, ifStill: access) {
            return isOurs(left) ? left : nil
        }
        try await users.removeAll()
        return nil
    }

    private func forgetAnswers() async throws(StoreError) {
        do throws(ResponseCacheStorageError) {
            try await responses?.removeAll(in: .user(userID.text))
        } catch {
            throw .failed(reason: error.reason)
        }
    }

    private func isOurs(_ signIn: SignIn) -> Bool {
        signIn.server == server && signIn.userID == userID
    }
}
