public import DependencyInjection
import Digests
import Foundation
public import Networking
import Primitives
public import RemoteServices
import Services
import Transfers

extension Assembly {
    /// Everything of the app that has a lifetime, or that an app replaces. It names the adapters; `BackendServices` makes the
    /// services.
    ///
    /// To add registrations of your own, nest this assembly in another. To replace some of them, use an override
    /// (``DependencyInjection/Assembly/overriding(_:)``).
    ///
    /// - Parameters:
    ///   - stores: the open stores. The app closes them.
    ///   - monitor: receives the events of every call.
    ///   - refreshes: the running token refreshes. The app waits for them before it exits.
    public static func app(
        _ settings: AppSettings, stores: AppStores, monitor: any EventMonitor = SilentMonitor(),
        refreshes: RefreshTasks = RefreshTasks()
    ) -> Assembly {
        Assembly {
            // System
            Singleton(.time) { SystemTimeSource() }
            Singleton(.identifiers) { RandomIdentifierSource() }
            Singleton(.random) { SystemRandomSource() }
            Singleton(.stores) { stores }
                .onShutdown { stores in try await stores.close() }
            Singleton(.transport, needs: .time) { time in
                let transport = try settings.transport.make(trust: settings.trust, time: time)
                return settings.fieldLog.map { LoggingTransport(transport, report: $0) } ?? transport
            }
            .onShutdown { transport in await transport.shutdown() }

            // Calls to the backend, and to other APIs
            Singleton(.environment) { try APIEnvironment.backend(settings) }
            Singleton(.clientFactory, needs: .stores, .transport, .time, .random, .identifiers) {
                stores, transport, time, random, identifiers in
                ClientFactory(
                    settings: settings, time: time, transport: transport,
                    parts: ChainParts(
                        health: OriginHealth(policy: .app(settings), random: random), cache: stores.responses,
                        random: random, time: time),
                    identifiers: identifiers, monitor: monitor, refreshes: refreshes)
            }
            Singleton(.client, needs: .environment, .clientFactory) { environment, clients in
                clients.client(for: environment)
            }

            // The protocol of a login: replace these two for a backend of your own.
            Singleton(.tokenEndpointClient, needs: .environment, .clientFactory) { environment, clients in
                clients.tokenEndpointClient(for: environment, deadline: settings.deadline, timeout: settings.timeout)
            }
            Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                BackendLoginExchange(client: client, time: time)
            }
            // A separate client: the limits that a user sets for calls must not interrupt a refresh.
            Singleton(.refresher, needs: .environment, .clientFactory, .time) { environment, clients, time in
                BackendCredentialRefresher(client: clients.tokenEndpointClient(for: environment), time: time)
            }

            // The services: of guests, and of the account of a scope that begins with a login
            Singleton(
                .backend, needs: .client, .environment, .clientFactory, .loginExchange, .refresher, .stores, .time,
                .random, .identifiers
            ) { client, environment, clients, exchange, refresher, stores, time, random, identifiers in
                try BackendServices(
                    client: client, outboxClient: clients.clientWithoutRetries(for: environment),
                    keyLifetime: settings.idempotencyKeyLifetime, exchange: exchange, refresher: refresher,
                    stores: stores, refreshes: refreshes, defaultHeaders: settings.defaultHeaders,
                    furtherURLs: settings.furtherURLs, downloads: .app(settings), time: time, random: random,
                    identifiers: identifiers, hashing: SHA256Hashing())
            }
            Singleton(.auth, needs: .backend) { backend in backend.auth }
            Seed(.account)
            Scoped(.services, needs: .backend, .account) { backend, account in backend.account(account) }

            if settings.session == .background {
                Singleton(.transfers, needs: .backend, .auth, .stores, .time, .identifiers) {
                    backend, auth, stores, time, identifiers in
                    guard let spool = stores.spool else {
                        throw TransferQueueError.spool(reason: "A queue needs stores that outlive the app.")
                    }
                    let queue = TransferQueue(
                        store: stores.transfers,
                        transferring: RemoteTransfers(backend, auth: auth, partition: .app),
                        spool: UploadSpool(folder: spool, hashing: SHA256Hashing(), identifiers: identifiers),
                        parallel: settings.parallelTransfers,
                        lock: settings.dataDirectory.appending(path: "transfers.lock"), time: time)
                    return VisibleTransfers(queue, authSessions: stores.authSessions)
                }
            }
        }
    }
}

extension TransferPolicy {
    /// The retries and the time limit of the settings.
    fileprivate static func app(_ settings: AppSettings) -> TransferPolicy {
        var policy = TransferPolicy()
        policy.triesWithoutProgress = settings.retries
        policy.timeLimit = settings.downloadDeadline
        return policy
    }
}
