import Persistence
import Synchronization

/// Personal data that only these tests store: texts of an account. It fails if it was made with an error.
final class ItemStore: PersonalDataStore {
    private let items: Mutex<[AccountID: [String]]>
    private let error: StoreError?

    init(_ items: [AccountID: [String]] = [:], failingWith error: StoreError? = nil) {
        self.items = Mutex(items)
        self.error = error
    }

    func save(_ items: [String], of account: AccountID) { self.items.withLock { $0[account] = items } }

    func items(of account: AccountID) -> [String] { items.withLock { $0[account] ?? [] } }

    func removeAll(of account: AccountID) async throws(StoreError) {
        if let error { throw error }
        items.withLock { $0[account] = nil }
    }
}
