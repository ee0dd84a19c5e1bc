public import Networking
public import Primitives

extension BearerAuthority {
    /// An authority over the first credential of the fixtures, for the origin of the environment's fixture.
    public static func fixture(
        credential: BearerCredential = .fixture(), origin: Origin? = nil,
        storage: any CredentialStorage = InMemoryCredentialStorage(), lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition? = nil,
        policy: RenewalPolicy = RenewalPolicy(), tasks: RefreshTasks = RefreshTasks()
    ) throws -> BearerAuthority {
        BearerAuthority(
            credential: credential, origin: try origin ?? Environment.fixture().origin, storage: storage,
            lock: lock, refresher: refresher, partition: partition, policy: policy, tasks: tasks)
    }
}
