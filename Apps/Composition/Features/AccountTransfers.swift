import Models
import Persistence
import Transfers

/// The queued transfers of an account, which a logout removes with the bytes of their incomplete files.
struct AccountTransfers: PersonalDataStore {
    let store: any TransferStore

    func removeAll(of account: AccountID) async throws(StoreError) {
        do throws(TransferQueueError) {
            for transfer in try await store.removeAll(of: account.transferAccount) { await transfer.discardBytes() }
        } catch {
            throw error == .cancelled ? .cancelled : .failed(reason: error.userMessage)
        }
    }
}

extension AccountID {
    /// The account in the form of ``Transfers/QueuedTransfer/account``.
    var transferAccount: String { "\(server) \(userID.text)" }
}
