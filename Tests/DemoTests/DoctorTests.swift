import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Testing

@testable import CommandLine

@Suite("strata doctor")
struct DoctorTests {
    /// Checks an app with the data folder `folder`.
    ///
    /// - Parameters:
    ///   - cache: the folder of the cache; `nil` for `folder`.
    ///   - ahead: by how many seconds the server's clock is ahead of this one; `nil` for a server without a clock.
    private static func states(
        of folder: URL, cache: URL? = nil, ahead: TimeInterval? = 0, isReachable: Bool = true
    ) async throws -> [HealthCheck.Subject: HealthCheck] {
        let server = FakeTransport { _ throws(TransportError) in
            guard isReachable else { throw .connectionRefused }
            let date = ahead.map { HTTPDate.format(Date(timeIntervalSinceNow: $0)) }
            return .empty(.notFound, fields: date.map { [.date: $0] } ?? [:])
        }
        var settings = AppSettings.standard
        settings.dataDirectory = folder
        settings.cacheDirectory = cache
        settings.storeUse = .unused
        return try await ComposedApp.run(
            settings, assembly: { $0.overriding { Singleton(.transport) { server as any Transport } } }
        ) { app in
            Dictionary(uniqueKeysWithValues: try await app.examine(isDeep: true).map { ($0.subject, $0) })
        }
    }

    /// Opens the store and the cache once, so that both files exist.
    private static func create(_ folder: URL, cache: URL? = nil) async throws {
        var settings = AppSettings.standard
        settings.dataDirectory = folder
        settings.cacheDirectory = cache
        try await ComposedApp.run(settings) { _ in }
    }

    /// What happens to a healthy data folder.
    enum Damage: CaseIterable {
        case none, removed, overwritten, newer, cacheReplaced, newerCache, readable, readableCache, noFolder

        func apply(to folder: URL, cache: URL) throws {
            let files = FileManager.default
            switch self {
            case .none: break
            case .removed: try files.removeItem(at: folder.store)
            case .overwritten: try folder.store.replaceBytes(from: 4_096, with: Data(repeating: 0xA5, count: 4_096))
            case .newer: try folder.store.replace("add outbox", with: "add future")
            case .cacheReplaced: try Data("no database".utf8).write(to: cache.cache)
            case .newerCache: try cache.cache.replace("add shifts", with: "add shiftz")
            case .readable: try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.store.path)
            case .readableCache: try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: cache.cache.path)
            case .noFolder:
                try files.removeItem(at: folder)
                try Data().write(to: folder)
            }
        }

        /// What the checks say then, and what they advise.
        var result: (subject: HealthCheck.Subject, state: HealthCheck.State, finding: String, advice: String?) {
            switch self {
            case .none: (.store, .ok, "store.sqlite is in order", nil)
            case .removed: (.store, .ok, "store.sqlite does not exist yet", nil)
            case .overwritten: (.store, .broken, "store.sqlite is damaged", "Restore a backup")
            case .newer: (.store, .broken, "was written by a newer version. Update", nil)
            case .cacheReplaced: (.cache, .broken, "cache.sqlite is damaged", "is deleted, and a new one filled")
            case .newerCache:
                (.cache, .warning, "cache.sqlite is from another version", "is deleted, and a new one filled")
            case .readable: (.folder, .warning, "store.sqlite", #"/user'\''s data'`."#)
            case .readableCache: (.folder, .warning, "cache.sqlite", "Run `chmod -R go= ")
            case .noFolder: (.folder, .broken, "is not a folder", "choose another data folder")
            }
        }
    }

    @Test(
        "each fault of the local data has its state and its advice, wherever the cache is", arguments: Damage.allCases,
        [true, false])
    func faults(damage: Damage, hasCacheFolder: Bool) async throws {
        try await TemporaryFolder.with { parent in
            let folder = parent.appending(path: "user's data")
            let cache = hasCacheFolder ? parent.appending(path: "caches") : nil
            try await Self.create(folder, cache: cache)
            try damage.apply(to: folder, cache: cache ?? folder)
            let checks = try await Self.states(of: folder, cache: cache)
            let (subject, state, finding, advice) = damage.result
            let check = try #require(checks[subject])
            #expect(check.state == state && check.finding.contains(finding), "\(check)")
            #expect(advice.map { check.advice?.contains($0) == true } ?? (check.advice == nil), "\(check)")
            #expect(
                checks.values.filter { $0.state == .broken }.allSatisfy { $0.subject == subject || damage == .noFolder }
            )
            #expect(damage != .none || checks[.folder]?.state == .ok)
        }
    }

    @Test("a clock that differs by a minute or more is a warning, and a server that can't be reached is one too")
    func server() async throws {
        try await TemporaryFolder.with { folder in
            for (seconds, words) in [(0.0, "agrees"), (30, "agrees"), (3_600, "s behind"), (-3_600, "s ahead of")] {
                let checks = try await Self.states(of: folder, ahead: seconds)
                #expect(checks[.clock]?.finding.contains(words) == true, "\(seconds): \(checks)")
                #expect(checks[.clock]?.state == (words == "agrees" ? .ok : .warning))
                #expect(checks[.server]?.state == .ok)
            }
            #expect(try await Self.states(of: folder, ahead: nil)[.clock]?.finding.hasPrefix("Not compared") == true)
            let away = try await Self.states(of: folder, isReachable: false)
            #expect(away[.server]?.state == .warning && away[.server]?.failure != nil && away[.clock] == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "nothing was created")
        }
    }

    @Test("the command prints a line for each check, the same as JSON, and its exit code says whether data is damaged")
    func command() async throws {
        try await Workplace.at { place in
            let healthy = try await place.strata("doctor")
            #expect(healthy.code == 0 && healthy.errors.isEmpty, "\(healthy)")
            let lines = healthy.output.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("ok       folder  \(place.dataFolder.path) will be created") == true)
            #expect(lines.contains { $0.hasPrefix("warning  server  Could not connect to http://127.0.0.1:9 (") })
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))

            try await Self.create(place.dataFolder)
            try Data("no database".utf8).write(to: place.dataFolder.store)
            let damaged = try await place.strata("doctor", "--deep", "--json")
            #expect(damaged.errors == "strata: Damaged or not usable: store.\n")
            let checks = try #require(try damaged.object(code: 74)["checks"] as? [[String: String]])
            let store = try #require(checks.first { $0["subject"] == "store" })
            #expect(store["state"] == "broken" && store["advice"]?.hasPrefix("Restore a backup") == true)
            #expect(try Data(contentsOf: place.dataFolder.store) == Data("no database".utf8))
        }
    }
}

@Suite("strata graph")
struct GraphCommandTests {
    @Test(
        "the command warns of a misspelled variable, draws the whole dependency graph, and creates nothing"
    )
    func graph() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try await Workplace.strata(
                ["graph", "--data-dir", folder.appending(path: "data").path], environment: ["STRATA_TIMEOT": "5"])
            #expect(outcome.code == 0)
            let warning = "Ignoring the unknown variable STRATA_TIMEOT. Did you mean STRATA_TIMEOUT?"
            #expect(outcome.errors == "strata: \(warning)\n")
            #expect(outcome.output.hasPrefix("flowchart LR"))
            #expect(outcome.output.contains("Services.AuthService"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}

extension URL {
    fileprivate var store: URL { appending(path: "store.sqlite") }
    fileprivate var cache: URL { appending(path: "cache.sqlite") }

    fileprivate func replaceBytes(from start: Int, with new: Data) throws {
        var bytes = try Data(contentsOf: self)
        bytes.replaceSubrange(start..<start + new.count, with: new)
        try bytes.write(to: self)
    }

    /// Replaces every occurrence of a text with one of the same length.
    fileprivate func replace(_ text: String, with other: String) throws {
        for range in try Data(contentsOf: self).ranges(of: Data(text.utf8)) {
            try replaceBytes(from: range.lowerBound, with: Data(other.utf8))
        }
    }
}
