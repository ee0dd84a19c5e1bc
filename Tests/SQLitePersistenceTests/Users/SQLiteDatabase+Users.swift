import TestSupport

@testable import SQLitePersistence

extension SQLiteDatabase {
    /// The user store, with the fixtures' account logged in.
    func usersAfterLogin() async throws -> SQLiteUserStore {
        try await SQLiteAuthSessionStore(self).save(.fixture())
        return SQLiteUserStore(self)
    }
}
