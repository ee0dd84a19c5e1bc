import Composition
import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

/// The session kinds. Each step composes an app of its own, as another process would.
extension Tour {
    func ephemeralSession(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Log in with an ephemeral session, which stores nothing on the disk", with: [try await app.auth]
        ) {
            var settings = app.settings
            settings.session = .ephemeral
            settings.dataDirectory.append(path: "ephemeral")
            let account = try await ComposedApp.run(settings, monitor: monitor) { app in
                let auth = try await app.auth
                let account = try await auth.login(
                    Credentials(email: EmailAddress(DemoAccount.ada.email), password: DemoAccount.ada.password))
                let details = try await app.session(of: account).send(.account())
                _ = try await auth.logout(account)
                return details
            }
            let isCreated = FileManager.default.fileExists(atPath: settings.dataDirectory.path)
            try expect(!isCreated, "the ephemeral session has created its data folder")
            let files = try FileManager.default.contentsOfDirectory(atPath: app.settings.dataDirectory.path)
                .filter { $0.hasPrefix("store.") || $0.hasSuffix(".lock") }.sorted()
            return [
                "ephemeral: logged in as \(account.email.printable), in memory only; its data folder was never created",
                "default, the session of the tour: \(files.joined(separator: ", "))",
            ]
        }
    }

    /// Retries are off, so the lost connection ends the first run.
    func queue(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Queue a download with a background session, lose its connection, and continue it in the next run",
            with: [QueuedTransfer.self]
        ) {
            var settings = app.settings
            (settings.session, settings.retries) = (.background, 0)
            let source = settings.baseURL.appending(path: "v2/files/sample-4194304")
            let file = settings.dataDirectory.appending(path: "queued.bin")
            try await visit.faults.send(.fault("cut", ["count": 1, "after": 3_000_000, "path": "/v2/files"]))
            _ = monitor.take()
            let first = try await ComposedApp.run(settings, monitor: monitor) { app in
                _ = try await app.addTransfer(source, to: file)
                return try await app.transfers.run(progress: nil)
            }
            let delay = try unwrap(first.first?.delay, "the first run was not interrupted")
            _ = monitor.take()
            let second = try await ComposedApp.run(settings, monitor: monitor) { app in
                try await app.transfers.run(progress: nil)
            }
            let seen = monitor.take()
            try expect(second.first?.transfer.state == .done(length: 4_194_304), "the file is not complete")
            return ["first run, still queued: \(delay)"] + seen.decisions.map { "second run: \($0)" }
                + ["transfer \(second[0].transfer.id) is done: 4,194,304 bytes"]
        }
    }
}
