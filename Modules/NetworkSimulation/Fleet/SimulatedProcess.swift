import Foundation
public import Networking
public import Primitives
import TestSupport

/// One process of an app in a ``SimulatedWorld``: the production pipeline and the state that its calls share.
///
/// Time, randomness and identifiers come from the simulation, and token refreshes run in it.
public struct SimulatedProcess: Sendable {
    public let client: Client
    private let refresher: OAuthCredentialRefresher
    private let world: SimulatedWorld
    private let origin: Origin

    /// - Parameters:
    ///   - network: the network to the backend.
    ///   - refreshes: the network for token refreshes; `nil` uses `network`.
    public init(
        _ world: SimulatedWorld, over network: SimulatedNetwork, refreshes: SimulatedNetwork? = nil,
        chain: SimulatedChain = SimulatedChain(), monitor: any EventMonitor = SilentMonitor()
    ) throws {
        self.world = world
        let environment = try APIEnvironment.fixture()
        origin = environment.origin
        client = Client(
            environment: environment, coding: PlainJSONBodyCoding(),
            pipeline: chain.pipeline(in: world, over: network), time: world.time, identifiers: world.identifiers,
            monitor: monitor)
        refresher = try OAuthCredentialRefresher(
            tokenURL: environment.baseURL.appending(path: "token"), oauthClient: OAuthClient(id: "simulation"),
            client: TokenEndpointClient(
                environment: environment, coding: PlainJSONBodyCoding(), transport: refreshes ?? network,
                timeout: chain.attemptTimeout, time: world.time, identifiers: world.identifiers, monitor: monitor),
            time: world.time)
    }

    /// Logs in a user of this process with `credential`.
    /// - Parameters:
    ///   - storage: where the credential is stored; by default a storage that no other process shares.
    ///   - lock: the refresh lock, shared by the processes that share the storage.
    ///   - partition: the partition of the response cache: the user's own, unless a test needs a wrong one.
    public func member(
        _ user: Int, holding credential: BearerCredential, in storage: (any CredentialStorage)? = nil,
        lock: (any RefreshLock)? = nil, partition: CredentialPartition? = nil
    ) -> SimulatedMember {
        let credentialProvider = CredentialProvider(
            credential: credential, origin: origin, storage: storage ?? InMemoryCredentialStorage(credential),
            lock: lock, refresher: refresher, partition: partition ?? .user("\(user)"),
            tasks: RefreshTasks(startedBy: world.tasks))
        return SimulatedMember(
            user: user,
            session: client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)))
    }
}
