import Models
import Persistence

extension LoginResult {
    /// The same result, which also stores the user of the response, so that a screen can show it at once.
    func storing(_ user: User, in users: any UserStore) -> LoginResult {
        storing { account async throws(StoreError) in try await users.save([user], of: account) }
    }
}
