public import Networking
public import Primitives

extension CredentialProvider {
    /// A provider with the first fixture credential, for the origin of the fixture environment.
    public static func fixture(
        credential: BearerCredential = .fixture(), origin: Origin? = nil,
        storage: any CredentialStorage = InMemoryCredentialStorage(), lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition? = nil,
        policy: RefreshPolicy = RefreshPolicy(), tasks: RefreshTasks = RefreshTasks()
    ) throws -> CredentialProvider {
        CredentialProvider(
            credential: credential, origin: try origin ?? APIEnvironment.fixture().origin, storage: storage,
            lock: lock, refresher: refresher, partition: partition, policy: policy, tasks: tasks)
    }
}
