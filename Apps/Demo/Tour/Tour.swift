import Composition
import DependencyInjection
import Digests
import Foundation
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Transfers

/// The guided tour. Every step uses the app against a real server and fails if the outcome is not the expected one.
struct Tour {
    let app: ComposedApp
    let monitor: TourMonitor
    let terminal: Terminal

    func run() async throws {
        var narrator = TourNarrator(terminal: terminal)
        narrator.welcome(app.settings.baseURL.absoluteString)
        let account = try await logIn(&narrator)
        try await app.loggedIn(as: account) { scope, account in
            let users = try await scope.resolve(.users)
            try await profile(users, &narrator)
            try await list(users, &narrator)
            try await update(users, account, &narrator)
            try await avatar(try await scope.resolve(.uploads), account, &narrator)
            let faults = try await faultSession()
            try await expiry(users, faults, &narrator)
            try await burst(users, faults, &narrator)
            try await download(account, faults, &narrator)
            try await feedback(account, faults, &narrator)
            try await queue(faults, &narrator)
            try await graphQL(try await scope.resolve(.reviews), faults, &narrator)
            try await timeEntries(scope.resolve(.timeEntries), &narrator)  // feature: TimeEntries
            try await flows(users, try await scope.resolve(.uploads), account, faults, &narrator)
        }
        try await logOut(account, &narrator)
        try await ephemeralSession(&narrator)
        try await books(&narrator)
        try await pages(&narrator)
        try await products(&narrator)
        narrator.summary()
    }

    private func logIn(_ narrator: inout TourNarrator) async throws -> Account {
        let auth = try await app.container.resolve(.auth)
        var account: Account?
        try await narrator.step(
            "Log in", through: ["Demo", "Services", "Networking", "NIOTransport", "Persistence", "SQLitePersistence"]
        ) {
            let credentials = try Credentials(
                email: EmailAddress(DemoAccount.ada.email), password: DemoAccount.ada.password)
            let loggedIn = try await auth.login(credentials)
            account = loggedIn
            return [
                "logged in as \(DemoAccount.ada.email) (\(loggedIn.role)); the tokens are in the database (mode 0600)"
            ]
        }
        guard let account else { throw Failure("The tour's login returned no account.", .failure) }
        return account
    }

    private func profile(_ users: any UserService, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Fetch the profile", through: ["Demo", "Services", "Networking", "NIOTransport", "Models", "Persistence"]
        ) {
            let me = try await users.me()
            return ["\(me.name) <\(me.email)>, \(me.about ?? "no description yet")"]
        }
    }

    private func list(_ users: any UserService, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "List all users (with a member's session, this would not compile)",
            through: ["Demo", "Services", "Networking", "NIOTransport", "Models", "Persistence"]
        ) {
            let page = try await users.users(page: PageRequest(size: 5))
            let table = Table(
                header: ["ID", "NAME", "ROLE"], rows: page.items.map { [$0.id.text, $0.name.text, "\($0.role)"] })
            return table.lines(terminal) + ["page \(page.number) of \(page.pageCount), \(page.total) users"]
        }
    }

    private func update(
        _ users: any UserService, _ account: Account, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step(
            "Change one field (PATCH) and read it back",
            through: ["Demo", "Models", "Services", "Networking", "NIOTransport", "Persistence"]
        ) {
            let text = "Wrote the first program, for a machine that was never built."
            _ = try await users.updateProfile(of: account.id, with: ProfilePatch(about: .set(text)))
            let me = try await users.me()
            try expect(me.about == text, "the profile does not contain the change")
            return ["about: \(text)"]
        }
    }

    private func avatar(
        _ uploads: any UploadService, _ account: Account, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step(
            "Upload a picture, streamed from disk",
            through: ["Demo", "Services", "Networking (multipart)", "NIOTransport"]
        ) {
            guard let picture = Bundle.module.url(forResource: "avatar", withExtension: "png") else {
                throw Failure(
                    "Could not find the tour's picture (avatar.png) beside the binary. Build it again with `swift build`.",
                    .failure)
            }
            let bar = ProgressBar("   avatar.png", on: terminal)
            let receipt = try await uploads.uploadAvatar(picture, of: account.id) { bar.show($0) }
            return [
                "the server stored \(receipt.size.grouped) bytes of \(receipt.contentType), SHA-256 \(receipt.sha256.prefix(12))…"
            ]
        }
    }

    private func expiry(
        _ users: any UserService, _ faults: Session<Guest>, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step(
            "Let the access token expire: twenty concurrent calls need one refresh",
            through: ["Demo", "Services", "Networking (authentication)", "Persistence", "NIOTransport"]
        ) {
            try await faults.send(.resetCounters())
            try await faults.send(.expireAccessTokens())
            _ = monitor.take()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await users.me() } }
                try await group.waitForAll()
            }
            let (seen, server) = (monitor.take(), try await faults.send(.counters()))
            try expect(server.refreshes == 1, "the server counted \(server.refreshes) refreshes")
            return [
                "20 calls: \(seen.refusals) received 401, \(seen.resends) were sent again, all 20 succeeded",
                "refreshes counted by the server: \(server.refreshes)",
            ]
        }
    }

    private func burst(
        _ users: any UserService, _ faults: Session<Guest>, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step(
            "Let the server fail twice (503): the client retries the call",
            through: ["Demo", "Services", "Networking (retry)", "NIOTransport"]
        ) {
            try await faults.send(.refuse(RefusalBurst(count: 2, path: "/v2/users")))
            _ = monitor.take()
            _ = try await users.me()
            let seen = monitor.take()
            try expect(seen.attempts == 3, "the call was sent \(seen.attempts) times")
            return seen.decisions
        }
    }

    private func download(
        _ account: Account, _ faults: Session<Guest>, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step(
            "Download 8 MB over a connection that breaks twice",
            through: ["Demo", "Transfers", "Networking", "NIOTransport", "Digests"]
        ) {
            let client = try await app.container.resolve(.client)
            let sessions = try await app.container.resolve(.sessions)
            guard let session = sessions.session(Member.self, of: account, on: client) else {
                throw AuthServiceError.loggedOut
            }
            let file = SampleFile(length: 8 << 20)
            let digest = try await session.send(.digest(of: file))
            guard let expected = ExpectedDigest(digest.sha256, by: SHA256Hashing()) else {
                throw Failure("The server sent an invalid SHA-256 digest.", .notUnderstood)
            }
            try await faults.send(.cut(CutDownloads(count: 2, after: 3_000_000, path: "/v2/files")))
            _ = monitor.take()
            let destination = app.settings.dataDirectory.appending(path: "sample.bin")
            let downloaded = try await session.download(.content(of: file), to: destination, expecting: expected)
            let seen = monitor.take()
            try expect(seen.attempts == 3, "the file was requested \(seen.attempts) times")
            return seen.decisions + [
                "saved \(downloaded.length.grouped) bytes; SHA-256 \(digest.sha256.prefix(12))… matches the server's"
            ]
        }
    }

    private func logOut(_ account: Account, _ narrator: inout TourNarrator) async throws {
        let auth = try await app.container.resolve(.auth)
        try await narrator.step(
            "Log out", through: ["Demo", "Services", "Networking", "NIOTransport", "Persistence"]
        ) {
            guard case .everywhere = try await auth.logout(account) else {
                throw Failure("The server did not end the session.", .failure)
            }
            let stored = try await app.storedUsers(of: account)
            try expect(stored.isEmpty, "local copies of users remain")
            return ["the session on the server has ended, and this machine has no data of the account"]
        }
    }

    /// A session for the backend's fault switches, whose paths have no API version.
    private func faultSession() async throws -> Session<Guest> {
        let environment = try APIEnvironment(name: "faults", baseURL: app.settings.baseURL)
        let client = TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(),
            transport: try await app.container.resolve(.transport), timeout: app.settings.timeout,
            time: try await app.container.resolve(.time), identifiers: try await app.container.resolve(.identifiers))
        return client.session(for: Guest.self)
    }

    func expect(_ holds: Bool, _ otherwise: String) throws {
        guard holds else { throw Failure("The tour failed: \(otherwise).", .failure) }
    }
}
