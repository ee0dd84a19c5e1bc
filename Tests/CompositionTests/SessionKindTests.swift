import DependencyInjection
import EngineTestSupport
import Foundation
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing
import Transfers

@testable import Composition

@Suite("Session kinds")
struct SessionKindTests {
    @Test("an ephemeral app logs in, reads, writes, stores copies and logs out without creating its data folder")
    func ephemeral() async throws {
        try await Self.withFolder { folder in
            let backend = try FakeBackend()
            try await TestApp.run(.ephemeral, in: folder, on: backend) { app in
                let account = try await Self.useEverything(of: app)
                #expect(try await Self.stored(of: account, in: app)?.page.items.count == 1)
                _ = try await app.auth.logout(account)
                #expect(try await Self.stored(of: account, in: app) == nil)
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("the next app of a default session finds the login and the copies of the last one")
    func stored() async throws {
        try await Self.withFolder { folder in
            let backend = try FakeBackend()
            try await TestApp.run(.default, in: folder, on: backend) { _ = try await Self.useEverything(of: $0) }
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "store.sqlite").path))
            backend.cutConnection()
            try await TestApp.run(.default, in: folder, on: backend) { app in
                let account = try #require(try await app.auth.restore())
                #expect(account.role == .admin)
                #expect(try await Self.stored(of: account, in: app)?.page.items.count == 1)
            }
        }
    }

    @Test("creating every value of an ephemeral app creates no file")
    func everyValue() async throws {
        try await Self.withFolder { folder in
            try await TestApp.run(.ephemeral, in: folder, on: try FakeBackend()) { app in
                let account = try await Self.logIn(app)
                let scope = try app.container.beginScope(.seed(.account, account))
                let keys = app.container.graph.nodes.map(\.key)
                #expect(keys.count > 12)
                for key in keys { _ = try scope.value(of: key) }
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("stores are in memory only if nothing is stored and nothing can be, and then only if that is enough")
    func storeUse() async throws {
        try await Self.withFolder { folder in
            var settings = AppSettings(baseURL: URL(filePath: "/"), dataDirectory: folder)
            settings.storeUse = .unused
            #expect(try await AppStores.open(settings).isInMemory)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            try Data().write(to: folder)
            settings.storeUse = .ifPossible
            #expect(try await AppStores.open(settings).isInMemory)
            settings.storeUse = .required
            await #expect(throws: StoreError.self) { try await AppStores.open(settings) }
            // A store that can't be opened may have a login.
            try FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(
                at: folder.appending(path: "store.sqlite"), withIntermediateDirectories: true)
            settings.storeUse = .ifPossible
            await #expect(throws: StoreError.self) { try await AppStores.open(settings) }
        }
    }

    @Test("a waiting change of the account is sent once it is due")
    func dueChanges() async throws {
        let (clock, backend) = (ManualClock(), try FakeBackend())
        try await TestApp.run(
            over: backend, changing: { $0.baseURL = backend.environment.baseURL },
            replacing: {
                Singleton(.time) { clock as any TimeSource }
                Singleton(.environment) { backend.environment }
                Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                    backend.loginExchange(client: client, time: time)
                }
            }
        ) { app in
            let account = try await Self.logIn(app)
            backend.cutConnection()
            try await app.loggedIn(as: account) { services, _ in _ = try await services.timeEntries.add(.fixture()) }
            backend.restoreConnection()
            #expect(try await app.sendDueChanges(within: .seconds(5)) == DueChanges())
            clock.advance(by: .seconds(2))
            #expect(try await app.sendDueChanges(within: .seconds(5)) == DueChanges(sent: 1))
        }
    }

    @Test("a cache that can't be opened in its own folder is in the data folder, and the app works")
    func unusableCacheFolder() async throws {
        try await Self.withFolder { folder in
            let (backend, cache) = (try FakeBackend(), folder.appending(path: "cache.sqlite").path)
            for name in ["caches", "no-folder"] {
                let caches = folder.deletingLastPathComponent().appending(path: name)
                if name == "no-folder" { try Data().write(to: caches) }
                try await TestApp.run(over: backend, in: folder, changing: { $0.cacheDirectory = caches }) { app in
                    let account = try await Self.useEverything(of: app)
                    #expect(try await Self.stored(of: account, in: app)?.page.items.isEmpty == false)
                }
                #expect(FileManager.default.fileExists(atPath: cache) == (name == "no-folder"))
            }
        }
    }

    @Test("a run of the queue that can't read the session ends, and so does its progress", .timeLimit(.minutes(20)))
    func unreadableSession() async throws {
        try await Self.withFolder { folder in
            try await TestApp.run(
                over: MockTransport(), in: folder, changing: { $0.session = .background },
                replacing: {
                    Singleton(.stores) {
                        var stores = AppStores.inMemory()
                        stores.authSessions = MockAuthSessionStore { _ in .failed(reason: "unreadable") }
                        stores.spool = folder.appending(path: "spool")
                        return stores
                    }
                }
            ) { app in
                let (queue, feed) = (try app.transfers, TransferFeed())
                await #expect(throws: TransferQueueError.self) { try await queue.run(progress: feed) }
                for await _ in feed {}
            }
        }
    }

    /// A data folder that does not exist yet.
    private static func withFolder(_ body: @escaping @Sendable (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in try await body(folder.appending(path: "data")) }
    }

    private static func logIn(_ app: ComposedApp) async throws -> Account {
        try await app.auth.login(
            Credentials(email: EmailAddress("ada@example.com"), password: Secret("analytical-engine")))
    }

    private static func useEverything(of app: ComposedApp) async throws -> Account {
        let account = try await logIn(app)
        try await app.loggedIn(as: account) { services, _ in
            _ = try await services.timeEntries.add(.fixture())
            _ = try await services.timeEntries.timeEntries(page: PageRequest(size: 20))
        }
        return account
    }

    private static func stored(of account: Account, in app: ComposedApp) async throws -> StoredPage<TimeEntry>? {
        let server = app.server
        let owner = DataOwner.account(AccountID(server: server, userID: account.id))
        return try await RecordStore("time_entries", of: owner, in: app.records)
            .page(PageRequest(size: 20))
    }
}

extension Scope {
    /// The value of a key whose type is known at run time only.
    fileprivate func value(of key: AnyKey) throws -> any Sendable {
        func resolve<Value: Sendable>(_ type: Value.Type) throws -> any Sendable {
            try self.resolve(Key<Value>(key.name))
        }
        return try resolve(key.valueType)
    }
}
