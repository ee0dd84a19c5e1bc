import Persistence
import TestSupport

extension MockAuthSessionStore {
    /// A store that can only be read: the disk filled up during a refresh.
    static func unwritable(_ authSession: AuthSession, error: StoreError) -> MockAuthSessionStore {
        MockAuthSessionStore(
            load: .value(authSession), save: .error(error), replaceTokens: .error(error), clear: .error(error))
    }
}
