import Models
import Persistence
import Transfers

/// The queued transfers of an account, which a logout removes.
struct AccountTransfers: PersonalDataStore {
    let store: any TransferStore

    func removeAll(of account: AccountID) async throws(StoreError) {
        do throws(TransferQueueError) {
            try await store.removeAll(of: account.transferAccount)
        } catch {
            throw error == .cancelled ? .cancelled : .failed(reason: error.userMessage)
        }
    }
}

extension AccountID {
    /// The account in the form of ``Transfers/QueuedTransfer/account``.
    var transferAccount: String { "\(server) \(userID.text)" }
}
