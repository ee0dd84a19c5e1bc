public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The upload service of `account`.
    public func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            account: account, client: client, sessions: sessions, users: stores.users, identifiers: identifiers,
            hashing: hashing, policy: policy)
    }
}
