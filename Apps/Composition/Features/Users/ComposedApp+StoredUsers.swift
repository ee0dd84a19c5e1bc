public import Models
import Networking
import Persistence
import Primitives
public import Services

extension ComposedApp {
    /// The stored copies of users that were fetched for `account`.
    public func storedUsers(of account: Account) async throws -> [User] {
        let server = try await value(.environment).origin.description
        return try await value(.userStore)
            .users(of: AccountID(server: server, userID: account.id))
    }
}
