import Foundation
import Networking
import Persistence
import Primitives
import RemoteServices
import SQLitePersistence
public import Services

/// One finding about the local data, the machine or the server, and what to do about it.
public struct HealthCheck: Sendable, Equatable {
    public let subject: Subject
    public let state: State
    /// What was found, as a sentence.
    public var finding: String
    /// What to do; `nil` if there is nothing to do, or if ``failure`` says it.
    public var advice: String?
    /// Why the server did not respond.
    public var failure: ServiceFailure?

    public enum Subject: String, Sendable, CaseIterable {
        case folder, store, cache, outbox, disk, sqlite, server, clock
    }

    public enum State: String, Sendable {
        case ok, warning
        /// Local data is damaged or can't be used.
        case broken
    }
}

extension ComposedApp {
    /// Examines what the app depends on, without its open stores: in an app composed with ``StoreUse/unused`` it creates and
    /// changes nothing, and works if the local data can't be opened.
    ///
    /// - Parameter isDeep: whether to check the database files completely, which takes several times as long.
    public func examine(isDeep: Bool) async throws -> [HealthCheck] {
        let folder = settings.dataDirectory
        var checks: [HealthCheck] = []
        if settings.session == .ephemeral {
            checks.append(HealthCheck(subject: .folder, state: .ok, finding: "An ephemeral session stores nothing."))
        } else {
            let folders = [folder, settings.cacheDirectory].compactMap(\.self).map { DataFolder($0).check }
            checks.append(folders.first { $0.state != .ok } ?? folders[0])
            let reports = await DatabaseReport.examine(
                in: folder, cache: settings.cacheDirectory, isDeep: isDeep)
            try Task.checkCancellation()
            checks += zip([.store, .cache], reports).map { HealthCheck($0, $1) }
            if let outbox = reports.lazy.compactMap(\.outbox).first { checks.append(HealthCheck(outbox)) }
            if let space = DataFolder(folder).freeBytes { checks.append(HealthCheck(freeBytes: space)) }
        }
        if let version = SQLiteVersion.inUse { checks.append(HealthCheck(version)) }
        return checks + (try await serverChecks())
    }

    private func serverChecks() async throws -> [HealthCheck] {
        let environment = try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, defaultHeaders: settings.defaultHeaders)
        let session = clients.tokenEndpointClient(
            for: environment, deadline: settings.deadline, timeout: settings.timeout
        ).session(for: Guest.self)
        let sentAt = time.now
        do throws(NetworkError) {
            // Any response shows that the server responds, even a 404.
            let response = try await session.response(
                to: Endpoint<Guest, Void>(.head, "/", response: .nothing, operation: "health"))
            let answer = HealthCheck(
                subject: .server, state: .ok, finding: "\(environment.origin) responds (\(response.status)).")
            return [answer, HealthCheck(clockOf: response, sentAt: sentAt, receivedAt: time.now)]
        } catch {
            if error.isCancellation { throw CancellationError() }
            let failure = ServiceFailure(error)
            return [
                HealthCheck(subject: .server, state: .warning, finding: failure.userMessage, failure: failure)
            ]
        }
    }
}

/// The folder of the local data.
struct DataFolder: Sendable {
    private let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// Whether the folder has data or can get some. `false` only if it is missing or empty and can't be written to.
    private var canStore: Bool {
        if let names = try? FileManager.default.contentsOfDirectory(atPath: url.path), !names.isEmpty { return true }
        let place = existing
        return Self.isFolder(place) && FileManager.default.isWritableFile(atPath: place.path)
    }

    /// Whether the folder has a store. Without one, there is no login and no waiting change.
    var hasStore: Bool {
        let store = url.appending(path: SQLiteDatabase.fileName).path
        return ((try? FileManager.default.attributesOfItem(atPath: store))?[.size] as? Int ?? 0) > 0
    }

    fileprivate var check: HealthCheck {
        let files = FileManager.default
        guard files.fileExists(atPath: url.path) else {
            return canStore
                ? HealthCheck(
                    subject: .folder, state: .ok, finding: "\(url.path) will be created when something is stored.")
                : unusable("can't be created")
        }
        guard Self.isFolder(url) else { return unusable("is not a folder") }
        guard files.isWritableFile(atPath: url.path), files.isReadableFile(atPath: url.path) else {
            return unusable("can't be read and written")
        }
        guard let open = openPlaces.first else {
            return HealthCheck(subject: .folder, state: .ok, finding: "Only you can read \(url.path).")
        }
        return HealthCheck(
            subject: .folder, state: .warning, finding: "Others have permissions for \(open).",
            advice: "Run `chmod -R go= \(url.path.shellWord)`.")
    }

    /// The free space on its disk.
    fileprivate var freeBytes: Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: existing.path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }

    /// The folder and its content, but only what other users have a permission for.
    private var openPlaces: [String] {
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return ([url.path] + names.sorted().map { url.appending(path: $0).path }).filter { path in
            let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            return mode.map { $0.intValue & 0o077 != 0 } ?? false
        }
    }

    private func unusable(_ reason: String) -> HealthCheck {
        HealthCheck(
            subject: .folder, state: .broken, finding: "\(url.path) \(reason).",
            advice: "Make it writable, or choose another data folder.")
    }

    /// This folder, or the nearest one above it that exists.
    private var existing: URL {
        var place = url.absoluteURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        return place
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension HealthCheck {
    private static let cacheAdvice = "Run any command: the file is deleted, and a new one filled from the server."

    fileprivate init(_ subject: Subject, _ report: DatabaseReport) {
        self.subject = subject
        let name = report.file.lastPathComponent
        switch report.finding {
        case .missing: (state, finding) = (.ok, "\(name) does not exist yet.")
        case .usable(let steps, let all) where steps == all:
            (state, finding) = (.ok, "\(name) is in order (schema \(steps)).")
        case .usable(let steps, let all):
            (state, finding) = (.ok, "\(name) is in order. Its next use updates its schema from \(steps) to \(all).")
        case .old:
            (state, finding) = (.warning, "\(name) is from another version, which this one can't read.")
            advice = subject == .cache ? Self.cacheAdvice : "Log in again: the file is renamed, and a new one created."
        case .damaged(let fault):
            (state, finding) = (
                .broken, "\(name) is damaged: \(fault.trimmingCharacters(in: .whitespacesAndNewlines))."
            )
            advice =
                subject == .cache
                ? Self.cacheAdvice : "Restore a backup, or log in again: the file is renamed, and a new one created."
        case .unusable(let error):
            let isBusy = if case .busy = error { true } else { false }
            (state, finding) = (isBusy ? .warning : .broken, error.userMessage)
        }
    }

    fileprivate init(_ outbox: DatabaseReport.Outbox) {
        subject = .outbox
        state = outbox.parked == 0 ? .ok : .warning
        finding = "\(outbox.waiting) waiting, \(outbox.parked) parked."
    }

    fileprivate init(freeBytes: Int64) {
        subject = .disk
        let megabytes = freeBytes >> 20
        (state, finding) = (megabytes < 100 ? .warning : .ok, "\(megabytes.grouped) MiB are free.")
        if state == .warning { advice = "Free some space: without it, changes can't be stored." }
    }

    fileprivate init(_ version: SQLiteVersion) {
        subject = .sqlite
        guard version.canLoseCommits else {
            (state, finding) = (.ok, "SQLite \(version).")
            return
        }
        (state, finding) = (
            .warning,
            "SQLite \(version) has the WAL-reset bug. A lock protects this app, but not other programs that write to its files."
        )
        advice = "Update SQLite to 3.51.3 or newer, to 3.50.7 or to 3.44.6."
    }

    /// Compares this machine's clock with the `Date` field of a response (RFC 9110 section 6.6.1).
    fileprivate init(clockOf response: RawResponse, sentAt: Date, receivedAt: Date) {
        subject = .clock
        guard let offset = response.clockOffset(sentAt: sentAt, receivedAt: receivedAt) else {
            (state, finding) = (.ok, "Not compared, because the server did not send its time.")
            return
        }
        let seconds = Int(min(abs(offset), 1e12))
        guard seconds >= 60 else {
            (state, finding) = (.ok, "This machine's clock agrees with the server's.")
            return
        }
        let direction = offset > 0 ? "behind" : "ahead of"
        (state, finding) = (.warning, "This machine's clock is \(seconds.grouped) s \(direction) the server's.")
        advice = "Set the clock: certificates and the ages of stored data depend on it."
    }
}
