public import Models
import Persistence
import Testing

extension ServiceSubject {
    /// The users that the device stores for an account.
    public func copies(of account: KnownAccount) async throws -> [User] {
        try await copies.users(of: AccountID(server: server, userID: account.id))
    }

    /// The stored copy of one user.
    func copy(of id: User.ID, for account: KnownAccount) async throws -> User? {
        try await copies.user(id: id, of: AccountID(server: server, userID: account.id))
    }

    /// Expects that the device stores no auth session and no users.
    func expectNoCopies(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectNothingStored(sourceLocation: sourceLocation)
        for account in [admin, member] {
            #expect(try await copies(of: account) == [], sourceLocation: sourceLocation)
        }
    }
}
