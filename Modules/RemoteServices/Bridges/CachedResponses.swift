public import HTTPCaching
import Models
import Networking
public import Persistence

/// The response cache as a store of personal data: removes the responses cached for an account.
public struct CachedResponses: PersonalDataStore {
    private let storage: any ResponseCacheStorage

    /// - Parameter storage: the storage of the pipeline's response cache.
    public init(_ storage: any ResponseCacheStorage) {
        self.storage = storage
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        do throws(ResponseCacheStorageError) {
            try await storage.removeAll(in: account.partition)
        } catch {
            throw .failed(reason: error.reason)
        }
    }
}

extension AccountID {
    /// The account's partition of the response cache. It does not contain the server, because the cache's keys contain
    /// the URL.
    var partition: CredentialPartition { .user(userID.text) }
}
