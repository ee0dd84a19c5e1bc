import CommandLine
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
            "Log in with an ephemeral session, which stores nothing on the disk", with: [app.auth]
        ) {
            var settings = app.settings
            settings.session = .ephemeral
            settings.dataDirectory.append(path: "ephemeral")
            let account = try await ComposedApp.run(settings, monitor: monitor) { app in
                let auth = app.auth
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

    func queue(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Queue a download with a background session, lose its connection, and continue it in the next run",
            with: [QueuedTransfer.self]
        ) {
            let source = app.settings.baseURL.appending(path: "v2/files/sample-4194304")
            let file = app.settings.dataDirectory.appending(path: "queued.bin")
            try await visit.faults.send(.fault("cut", ["count": 1, "after": 3_000_000, "path": "/v2/files"]))
            let (transfer, lines) = try await runTwice { app in try await app.addTransfer(source, to: file) }
            try expect(transfer.state == .done(length: 4_194_304), "the file is not complete")
            return lines + ["transfer \(transfer.id) is done: 4,194,304 bytes"]
        }
        try await narrator.step(
            "Queue an upload, delete the original, cut the request, and continue it in the next run",
            with: [QueuedTransfer.self]
        ) {
            let original = app.settings.dataDirectory.appending(path: "report.bin")
            let content = Data((0..<4_194_304).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 8) })
            try content.write(to: original)
            try await visit.faults.send(.fault("cut-request", ["count": 1, "after": 3_000_000, "path": "/v2/uploads"]))
            let (transfer, lines) = try await runTwice { app in
                let transfer = try await app.addUpload(of: original)
                try FileManager.default.removeItem(at: original)
                return transfer
            }
            guard case .done(_, let location?) = transfer.state else {
                throw Failure("The tour failed: the upload is not complete.", .failure)
            }
            let id = location.lastPathComponent
            let stored = try await visit.session.send(Endpoint(.get, "/uploads/\(id)", response: .data))
            try expect(stored == content, "the server has other bytes")
            return lines + ["transfer \(transfer.id) is done: the server has the same \(stored.count.grouped) bytes"]
        }
    }

    /// Adds a transfer and runs the queue twice, each time as another process would. Retries are off, so a lost
    /// connection ends the first run.
    private func runTwice(
        _ add: @escaping @Sendable (ComposedApp) async throws -> QueuedTransfer
    ) async throws -> (QueuedTransfer, lines: [String]) {
        var settings = app.settings
        (settings.session, settings.retries) = (.background, 0)
        _ = monitor.take()
        let first = try await ComposedApp.run(settings, monitor: monitor) { app in
            let transfer = try await add(app)
            let run = try await app.transfers.run(progress: nil)
            return try unwrap(run.first { $0.id == transfer.id }, "the first run did not start the transfer")
        }
        guard case .waiting(let reason) = first.state else {
            throw Failure("The tour failed: the first run was not interrupted.", .failure)
        }
        _ = monitor.take()
        let second = try await ComposedApp.run(settings, monitor: monitor) { app in
            try await app.transfers.run(progress: nil)
        }
        let transfer = try unwrap(second.first { $0.id == first.id }, "the second run did not continue the transfer")
        return (transfer, ["first run, waiting: \(reason)"] + monitor.take().decisions.map { "second run: \($0)" })
    }
}
