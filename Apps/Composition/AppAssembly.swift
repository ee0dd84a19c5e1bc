public import DependencyInjection
import Foundation
import HTTPCaching
public import Networking
import Persistence
import Primitives
import RemoteServices
import SQLitePersistence
import Transfers

extension Assembly {
    /// All registrations of the app: the only place that names concrete types.
    ///
    /// To add registrations of your own, nest this assembly in another. To replace some of them in a test, use an
    /// override (``DependencyInjection/Assembly/overriding(_:)``).
    ///
    /// - Parameters:
    ///   - monitor: receives the events of every call.
    ///   - refreshes: the running token refreshes. The app waits for them before it exits.
    public static func app(
        _ settings: AppSettings, monitor: any EventMonitor = SilentMonitor(), refreshes: RefreshTasks = RefreshTasks()
    ) -> Assembly {
        Assembly {
            // System
            Singleton(.settings) { settings }
            Singleton(.time) { SystemTimeSource() }
            Singleton(.identifiers) { RandomIdentifierSource() }
            Singleton(.random) { SystemRandomSource() }
            Singleton(.monitor) { monitor }
            Singleton(.refreshes) { refreshes }
            Singleton(.transport, needs: .settings, .time) { settings, time in
                let transport = try settings.transport.make(trust: settings.trust, time: time)
                return settings.fieldLog.map { LoggingTransport(transport, report: $0) } ?? transport
            }
            .onShutdown { transport in await transport.shutdown() }

            Assembly.stores(settings.session)

            // Backend
            Singleton(.environment, needs: .settings) { settings in try APIEnvironment.backend(settings) }
            Singleton(.responseCache) { InMemoryResponseCache() }
            Singleton(.chainParts, needs: .settings, .responseCache, .random, .time) { settings, cache, random, time in
                ChainParts(
                    health: OriginHealth(policy: .app(settings), random: random), cache: cache, random: random,
                    time: time)
            }
            Singleton(.pipeline, needs: .settings, .transport, .chainParts) { settings, transport, parts in
                Pipeline.app(over: transport, settings: settings, parts: parts)
            }
            Singleton(.client, needs: .settings, .environment, .pipeline, .time, .identifiers, .monitor) {
                settings, environment, pipeline, time, identifiers, monitor in
                Client(
                    environment: environment, coding: JSONBodyCoding(), pipeline: pipeline, time: time,
                    identifiers: identifiers, monitor: monitor, publicQueryNames: settings.publicQueryNames)
            }
            Singleton(
                .clientFactory, needs: .settings, .transport, .chainParts, .time, .identifiers, .monitor, .refreshes
            ) { settings, transport, parts, time, identifiers, monitor, refreshes in
                ClientFactory(
                    settings: settings, time: time, transport: transport, parts: parts, identifiers: identifiers,
                    monitor: monitor, refreshes: refreshes)
            }
            Singleton(.tokenEndpointClient, needs: .environment, .settings, .clientFactory) {
                environment, settings, clients in
                clients.tokenEndpointClient(
                    for: environment, deadline: settings.deadline, timeout: settings.timeout)
            }

            // The protocol of a login: replace these two for a backend of your own.
            Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                BackendLoginExchange(client: client, time: time)
            }
            // A separate client: the limits that a user sets for calls must not interrupt a refresh.
            Singleton(.refresher, needs: .environment, .clientFactory, .time) { environment, clients, time in
                BackendCredentialRefresher(client: clients.tokenEndpointClient(for: environment), time: time)
            }

            // Every store with data of an account, each listed once. A logout empties them.
            Singleton(
                .localAccountData, needs: .authSessionStore, .responseCache, .records, .transferStore, .settings
            ) {
                (
                    authSessions: any AuthSessionStore, responses: any ResponseCacheStorage, records: any RecordStorage,
                    transfers: any TransferStore, settings: AppSettings
                ) in
                LocalAccountData(
                    authSessions: authSessions,
                    personalData: [
                        CachedResponses(responses), records,
                        AccountTransfers(store: transfers, spool: settings.spool),
                    ])
            }

            // Services without a login
            Singleton(
                .auth, needs: .client, .loginExchange, .refresher, .localAccountData, .refreshLock, .refreshes,
                .identifiers
            ) { client, exchange, refresher, local, lock, refreshes, identifiers in
                RemoteAuthService(
                    client: client, exchange: exchange, refresher: refresher, local: local, refreshLock: lock,
                    refreshes: refreshes, identifiers: identifiers)
            }

            // The account of a scope that begins with a login
            Seed(.account)
            Scoped(.session, needs: .account, .client, .localAccountData) { account, client, local in
                local.sessions.session(of: account, on: client)
            }
            Scoped(.adminSession, needs: .account, .client, .localAccountData) { account, client, local in
                local.sessions.session(Admin.self, of: account, on: client)
            }

            // What is sent again until the server has answered: by the outbox, and by nothing else
            Singleton(.outboxClient, needs: .environment, .clientFactory) { environment, clients in
                clients.clientWithoutRetries(for: environment)
            }
            Singleton(
                .guestOutbox, needs: .environment, .outboxClient, .outboxStore, .records, .outboxLock, .time,
                .random, .identifiers
            ) { environment, client, store, records, lock, time, random, identifiers in
                Outbox(
                    of: .everyone(server: environment.origin.description), session: client.session(for: Guest.self),
                    store: store, kinds: OutboxKind.all, records: records, lock: lock, time: time,
                    random: random, identifiers: identifiers)
            }
            Scoped(
                .outbox, needs: .account, .outboxClient, .localAccountData, .outboxStore, .records,
                .outboxLock, .time, .random, .identifiers
            ) { account, client, local, store, records, lock, time, random, identifiers in
                Outbox(
                    of: account, session: local.sessions.session(of: account, on: client), store: store,
                    kinds: OutboxKind.all, records: records, lock: lock, time: time,
                    random: random, identifiers: identifiers)
            }

            Assembly.users
            Assembly.uploads
            Assembly.transfers(settings)
            Assembly.features
        }
    }
}

extension Assembly {
    /// Every store of the app, implemented for a session kind. Register a new store in both assemblies below.
    static func stores(_ kind: SessionKind) -> Assembly {
        switch kind {
        case .default, .background: sqliteStores
        case .ephemeral: inMemoryStores
        }
    }

    private static var sqliteStores: Assembly {
        Assembly {
            Singleton(.database, needs: .settings, .time) { settings, time in
                let database = try await SQLiteDatabase.open(in: settings.dataDirectory, time: time)
                if let aside = database.setAside {
                    let whose =
                        aside.reason == .old
                        ? "The data of an earlier version can't be read" : "The local data is damaged"
                    settings.onNotice(
                        "\(whose) and was moved to \(aside.file.path). Log in again. A logout erases the "
                            + "tokens in that file too, if they can be read.")
                }
                return database
            }
            .onShutdown { database in try await database.close() }
            Singleton(.cache, needs: .database, .time) { database, time in
                try await SQLiteDatabase.openCache(beside: database, time: time)
            }
            .onShutdown { cache in try await cache.close() }
            Singleton(.records, needs: .cache) { cache in SQLiteRecordStorage(cache) }
            Singleton(.outboxStore, needs: .database) { database in SQLiteOutboxStore(database) }
            Singleton(.outboxLock, needs: .database) { database in
                FileRefreshLock(file: database.fileURL.deletingLastPathComponent().appending(path: "outbox.lock"))
            }
            Singleton(.authSessionStore, needs: .database) { database in SQLiteAuthSessionStore(database) }
            Singleton(.transferStore, needs: .database) { database in SQLiteTransferStore(database) }
            Singleton(.refreshLock, needs: .database) { database in
                FileRefreshLock(file: database.fileURL.deletingLastPathComponent().appending(path: "refresh.lock"))
            }
        }
    }

    /// Has no `.database`, so that in an ephemeral app a registration that needs it fails instead of creating a file.
    private static var inMemoryStores: Assembly {
        Assembly {
            Singleton(.inMemoryAuthSessions) { InMemoryAuthSessionStore() }
            Singleton(.records, needs: .inMemoryAuthSessions) { authSessions in InMemoryRecordStorage(authSessions) }
            Singleton(.outboxStore, needs: .inMemoryAuthSessions) { authSessions in InMemoryOutboxStore(authSessions) }
            Singleton(.outboxLock) { InMemoryRefreshLock() }
            Singleton(.authSessionStore, needs: Key.inMemoryAuthSessions) { authSessions in authSessions }
            Singleton(.transferStore) { InMemoryTransferStore() }
            Singleton(.refreshLock) { InMemoryRefreshLock() }
        }
    }
}

extension Key<InMemoryAuthSessionStore> {
    /// The auth session and the copies that are stored for it, which change together.
    fileprivate static var inMemoryAuthSessions: Self { Self() }
}
