import Foundation
import HTTPCaching
import Networking
public import Persistence
public import Primitives
public import RemoteServices
import SQLitePersistence
import Transfers

extension AppStores {
    /// Opens what an app with these settings stores, before the app is composed.
    public static func open(
        _ settings: AppSettings, time: any TimeSource = SystemTimeSource()
    ) async throws(StoreError) -> AppStores {
        guard settings.session != .ephemeral else { return .inMemory() }
        switch settings.storeUse {
        case .unused: return .inMemory()
        case .required: return try await onDisk(settings, time)
        case .ifPossible:
            let isEmpty = !DataFolder(settings.dataDirectory).hasStore
            do throws(StoreError) {
                return try await onDisk(settings, time)
            } catch {
                guard isEmpty, error != .cancelled else { throw error }
                return .inMemory()
            }
        }
    }

    private static func onDisk(_ settings: AppSettings, _ time: any TimeSource) async throws(StoreError) -> AppStores {
        let folder = settings.dataDirectory
        let store = try await SQLiteDatabase.open(in: folder, time: time)
        if let aside = store.setAside { settings.onNotice(aside.notice) }
        // A database that is released closes too, so a failure needs no clean-up.
        let cache = try await openCache(settings, beside: store, time)
        return AppStores(
            authSessions: SQLiteAuthSessionStore(store), records: SQLiteRecordStorage(cache),
            outbox: SQLiteOutboxStore(store), transfers: SQLiteTransferStore(store),
            spool: folder.appending(path: "spool"),
            refreshLock: FileRefreshLock(file: folder.appending(path: "refresh.lock")),
            outboxLock: FileRefreshLock(file: folder.appending(path: "outbox.lock"))
        ) {
            // The cache first: its records depend on the sessions in the store.
            try await withCleanup {
                try await cache.close()
            } cleanup: {
                try await store.close()
            }
        }
    }
}

extension AppStores {
    /// The cache in its folder, or in the data folder if it can't be opened there.
    private static func openCache(
        _ settings: AppSettings, beside store: SQLiteDatabase, _ time: any TimeSource
    ) async throws(StoreError) -> SQLiteDatabase {
        do throws(StoreError) {
            return try await SQLiteDatabase.openCache(in: settings.cacheDirectory, beside: store, time: time)
        } catch {
            guard error != .cancelled, settings.cacheDirectory != nil else { throw error }
            return try await SQLiteDatabase.openCache(beside: store, time: time)
        }
    }
}

extension SQLiteDatabase.SetAside {
    fileprivate var notice: String {
        let whose = reason == .old ? "The data of an earlier version can't be read" : "The local data is damaged"
        return "\(whose) and was moved to \(file.path). Log in again. A logout erases the tokens in that file too, if "
            + "they can be read."
    }
}
