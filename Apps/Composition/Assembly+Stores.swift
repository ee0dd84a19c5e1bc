import DependencyInjection
import Foundation
import Networking
import Persistence
import SQLitePersistence
import Transfers

extension Assembly {
    /// Every store of the app, implemented for a session kind. Register a new store in both assemblies below; a
    /// feature registers its own store in its folder.
    static func stores(_ kind: SessionKind) -> Assembly {
        switch kind {
        case .default, .background: sqliteStores
        case .ephemeral: inMemoryStores
        }
    }

    private static var sqliteStores: Assembly {
        Assembly {
            Singleton(.database, needs: .settings) { settings in
                try await SQLiteDatabase.open(in: settings.dataDirectory)
            }
            .onShutdown { database in try await database.close() }
            Singleton(.userStore, needs: .database) { SQLiteUserStore($0) }
            Singleton(.pageStorage, needs: .database) { database in SQLitePageStorage(database) }
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
            Singleton(.userStore, needs: .inMemoryAuthSessions) { InMemoryUserStore($0) }
            Singleton(.pageStorage, needs: .inMemoryAuthSessions) { authSessions in InMemoryPageStorage(authSessions) }
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
