import EngineTestSupport
import Foundation
public import Networking
public import Primitives
public import TestSupport

/// One process of an app in a ``SimulatedWorld``: the production pipeline and the state that its calls share.
///
/// Time, randomness and identifiers come from the simulation, and token refreshes run in it.
public struct SimulatedProcess: Sendable {
    public let client: Client
    private let backend: FakeBackend
    private let refresher: any CredentialRefreshing
    private let world: SimulatedWorld

    /// - Parameters:
    ///   - network: the network to the backend.
    ///   - refreshes: the network for token refreshes; `nil` uses `network`.
    public init(
        _ world: SimulatedWorld, of backend: FakeBackend, over network: SimulatedNetwork,
        refreshes: SimulatedNetwork? = nil,
        chain: SimulatedChain = SimulatedChain(), monitor: any EventMonitor = SilentMonitor()
    ) throws {
        (self.world, self.backend) = (world, backend)
        client = Client(
            environment: backend.environment, coding: PlainJSONBodyCoding(),
            pipeline: chain.pipeline(in: world, over: network), time: world.time, identifiers: world.identifiers,
            monitor: monitor)
        refresher = backend.credentialRefresher(
            client: TokenEndpointClient(
                environment: backend.environment, coding: PlainJSONBodyCoding(), transport: refreshes ?? network,
                timeout: chain.attemptTimeout, time: world.time, identifiers: world.identifiers, monitor: monitor),
            time: world.time)
    }

    /// A user of this process.
    ///
    /// - Parameters:
    ///   - credential: of the user; `nil` logs the user in.
    ///   - storage: where the credential is stored; by default a storage that no other process shares.
    ///   - lock: the refresh lock, shared by the processes that share the storage.
    ///   - partition: the partition of the response cache: the user's own, unless a test needs a wrong one.
    public func member(
        _ user: Int, holding credential: BearerCredential? = nil, in storage: (any CredentialStorage)? = nil,
        lock: (any RefreshLock)? = nil, partition: CredentialPartition? = nil
    ) -> SimulatedMember {
        let credential = credential ?? backend.logIn("u-\(user)")
        let credentialProvider = CredentialProvider(
            credential: credential, origin: backend.environment.origin,
            storage: storage ?? InMemoryCredentialStorage(credential), lock: lock, refresher: refresher,
            partition: partition ?? .user("\(user)"),
            tasks: RefreshTasks(startedBy: world.tasks))
        return SimulatedMember(
            user: user,
            session: client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)))
    }
}
