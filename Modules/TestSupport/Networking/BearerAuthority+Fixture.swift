public import Networking
public import Primitives

extension BearerAuthority {
    /// An authority over the first credential of the fixtures, for the origin of the environment's fixture.
    public static func fixture(
        credential: BearerCredential = .fixture(), origin: Origin? = nil,
        storage: any CredentialStorage = InMemoryCredentialStorage(), refresher: any CredentialRefreshing,
        partition: CredentialPartition? = nil, policy: RenewalPolicy = RenewalPolicy()
    ) throws -> BearerAuthority {
        BearerAuthority(
            credential: credential, origin: try origin ?? Environment.fixture().origin, storage: storage,
            refresher: refresher, partition: partition, policy: policy)
    }
}
