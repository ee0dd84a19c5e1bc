public import HTTPCaching
import Models
import Networking
public import Persistence

/// An account's part of the response cache, as a store of personal data.
public struct CachedResponses: PersonalDataStore {
    private let storage: any ResponseCacheStorage

    /// - Parameter storage: of the pipeline's response cache.
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
    /// The account's part of the response cache, whose keys name the server themselves.
    var partition: CredentialPartition { .user(userID.text) }
}
