import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Transfers

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Take a guided tour against a temporary backend.",
        examples: "strata demo", "strata demo --step", "strata demo --only retry --only download",
        notes: """
            Starts the sample backend on a free port, with its data in a temporary folder, and removes both afterwards.
            """)

    @Flag(help: "Wait for Return between two steps.")
    var step = false

    @Option(help: ArgumentHelp("Run only the login and the steps whose title contains this text.", valueName: "text"))
    var only: [String] = []

    func run() async throws {
        try await Command.run { terminal in
            try await TemporaryFolder.with { folder in
                let backend = try BackendProcess(arguments: [
                    "--faults", "--data-dir", folder.appending(path: "backend").path,
                ])
                try await backend.run { url in
                    var settings = AppSettings(baseURL: url, dataDirectory: folder.appending(path: "app"))
                    settings.timeout = .seconds(10)
                    settings.userAgent = AppName.userAgent
                    let monitor = TourMonitor()
                    try await terminal.run(RunSettings(app: settings), monitor: monitor) { app in
                        try await Tour(app: app, monitor: monitor, terminal: terminal).run(
                            TourNarrator(terminal: terminal, monitor: monitor, only: only, pauses: step))
                    }
                }
            }
        }
    }
}

/// The guided tour. Every step uses the app against a real server and fails if the outcome is not the expected one.
struct Tour {
    let app: ComposedApp
    let monitor: TourMonitor
    let terminal: Terminal

    func run(_ narrator: TourNarrator) async throws {
        var narrator = narrator
        narrator.transport = app.transport
        narrator.welcome(app.settings.baseURL.absoluteString)
        let account = try await logIn(&narrator)
        try await app.loggedIn(as: account) { services, account in
            let visit = TourVisit(
                account: account, services: services, session: app.session(of: account),
                faults: try faultSession())
            try await users(visit, &narrator)
            try await avatar(visit, &narrator)
            try await features(visit, &narrator)
            try await expiry(visit, &narrator)
            try await burst(visit, &narrator)
            try await download(visit, &narrator)
            try await queue(visit, &narrator)
            try await flows(visit, &narrator)
        }
        try await logOut(account, &narrator)
        try await ephemeralSession(&narrator)
        try await guestFeatures(&narrator)
        try narrator.summary()
    }

    private func logIn(_ narrator: inout TourNarrator) async throws -> Account {
        let auth = app.auth
        var account: Account?
        try await narrator.step("Log in", with: [auth], isNeeded: true) {
            let credentials = try Credentials(
                email: EmailAddress(DemoAccount.ada.email), password: DemoAccount.ada.password)
            let loggedIn = try await auth.login(credentials)
            account = loggedIn
            return [
                "logged in as \(DemoAccount.ada.email) (\(loggedIn.role)); the tokens are in the database (mode 0600)"
            ]
        }
        return try unwrap(account, "the login returned no account")
    }

    private func expiry(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step("Let the access token expire: twenty concurrent calls need one refresh") {
            try await visit.faults.send(.fault("reset-counters"))
            try await visit.faults.send(.fault("expire-access-tokens"))
            _ = monitor.take()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await visit.session.send(.account()) } }
                try await group.waitForAll()
            }
            let (seen, server) = (monitor.take(), try await visit.faults.send(.counters()))
            try expect(server.refreshes == 1, "the server counted \(server.refreshes) refreshes")
            return [
                "20 calls: \(seen.refusals) received 401, \(seen.resends) were sent again, all 20 succeeded",
                "refreshes counted by the server: \(server.refreshes)",
            ]
        }
    }

    private func burst(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step("Retry a call to a server that fails twice (503)") {
            try await visit.faults.send(.fault("refuse", ["count": 2, "path": "/v2/users/me"]))
            _ = monitor.take()
            _ = try await visit.session.send(.account())
            let seen = monitor.take()
            try expect(seen.attempts == 3, "the call was sent \(seen.attempts) times")
            return seen.decisions
        }
    }

    private func download(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step("Download 8 MB over a connection that breaks twice") {
            let file = SampleFile(length: 8 << 20)
            let digest = try await visit.session.send(.digest(of: file))
            let expected = try unwrap(ExpectedDigest(sha256: digest.sha256), "the server's SHA-256 digest is invalid")
            try await visit.faults.send(.fault("cut", ["count": 2, "after": 3_000_000, "path": "/v2/files"]))
            _ = monitor.take()
            let destination = app.settings.dataDirectory.appending(path: "sample.bin")
            let downloaded = try await visit.session.download(.content(of: file), to: destination, expecting: expected)
            let seen = monitor.take()
            try expect(seen.attempts == 3, "the file was requested \(seen.attempts) times")
            return seen.decisions + [
                "saved \(downloaded.length.grouped) bytes; SHA-256 \(digest.sha256.prefix(12))… matches the server's"
            ]
        }
    }

    private func logOut(_ account: Account, _ narrator: inout TourNarrator) async throws {
        let auth = app.auth
        try await narrator.step("Log out", with: [auth]) {
            let isEverywhere = if case .everywhere = try await auth.logout(account) { true } else { false }
            try expect(isEverywhere, "the server did not end the session")
            try expect(try await auth.restore() == nil, "the session remains on this machine")
            let copies = RecordStore<TimeEntry>(
                "time_entries", of: .account(AccountID(server: app.server, userID: account.id)), in: app.records)
            try expect(try await copies.page(PageRequest(size: 1)) == nil, "local copies remain")
            return ["the session on the server has ended, and this machine has no data of the account"]
        }
    }

    /// A session for the backend's fault switches, whose paths have no API version.
    private func faultSession() throws -> Session<Guest> {
        let environment = try APIEnvironment(name: "faults", baseURL: app.settings.baseURL)
        let client = TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(), transport: app.transport,
            timeout: app.settings.timeout, time: app.time, identifiers: app.identifiers)
        return client.session(for: Guest.self)
    }

    func unwrap<Value>(_ value: Value?, _ otherwise: String) throws -> Value {
        guard let value else { throw Failure("The tour failed: \(otherwise).", .failure) }
        return value
    }

    func expect(_ holds: Bool, _ otherwise: String) throws {
        guard holds else { throw Failure("The tour failed: \(otherwise).", .failure) }
    }
}

/// The account, services and sessions for the steps of the tour that need a login.
struct TourVisit: Sendable {
    let account: Account
    let services: AccountServices
    let session: Session<Member>
    let faults: Session<Guest>
}
