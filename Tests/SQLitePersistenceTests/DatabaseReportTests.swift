import Foundation
import GRDB
import Models
import Persistence
import Testing

@testable import SQLitePersistence

@Suite("The report on a database file") struct DatabaseReportTests {
    private static let (steps, all) = (Schema.store.steps.count, Schema.withItems.steps.count)

    /// Every way in which a file can be, and what the report says about it.
    enum Condition: CaseIterable {
        case missing, empty, healthy, outdated, newer, old, damaged, noDatabase, folder

        func expected(of file: URL) -> DatabaseReport.Finding? {
            switch self {
            case .missing: .missing
            case .empty: .usable(steps: 0, of: all)
            case .healthy: .usable(steps: all, of: all)
            case .outdated: .usable(steps: steps, of: all)
            case .newer: .unusable(.newerSchema(path: file.path))
            case .old: .old
            case .damaged: nil
            case .noDatabase: .damaged("file is not a database")
            case .folder: .unusable(.notWritable(path: file.path))
            }
        }

        func prepare(_ file: URL) async throws {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let further = SchemaStep(name: self == .old ? "2 create sign_in" : "99 of the future") { _ in }
            switch self {
            case .missing: break
            case .empty: try Data().write(to: file)
            case .noDatabase: try Data(String(repeating: "x", count: 10_000).utf8).write(to: file)
            case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            case .outdated: try await SQLiteDatabase.open(in: folder).close()
            case .newer, .old:
                let schema = Schema(steps: Schema.withItems.steps + [further])
                try await SQLiteDatabase.open(in: folder, schema: schema).close()
            case .healthy, .damaged:
                let database = try await SQLiteDatabase.openWithItems(in: folder)
                let text = String(repeating: "text ", count: 40)
                try await database.itemsAfterLogin().save((1...500).map { Item(id: "\($0)", text: text) })
                try await database.close()
                guard self == .damaged else { return }
                var bytes = try Data(contentsOf: file)
                bytes.replaceSubrange(12_288..<14_336, with: Data(repeating: 0xA5, count: 2_048))
                try bytes.write(to: file)
            }
        }
    }

    @Test(
        "each condition of a file has its finding, and the examination leaves the folder as it is",
        arguments: Condition.allCases)
    func conditions(condition: Condition) async throws {
        try await withDataFolder { folder in
            let file = databaseFile(in: folder)
            try await condition.prepare(file)
            let before = try Self.content(of: folder)
            for isDeep in [false, true] {
                let report = DatabaseReport.examine(file, schema: .withItems, isDeep: isDeep)
                if let expected = condition.expected(of: file) {
                    #expect(report.finding == expected)
                } else {
                    let isDamaged = if case .damaged = report.finding { true } else { false }
                    #expect(isDamaged, "\(report.finding)")
                }
                #expect(try Self.content(of: folder) == before)
            }
        }
    }

    @Test("only the deep check finds an index that differs from its table")
    func deep() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.itemsAfterLogin().save([Item(id: "1", text: "needle")])
            try await database.write { db in try db.execute(sql: "CREATE INDEX items_by_text ON items (text)") }
            try await database.close()
            let file = databaseFile(in: folder)
            var bytes = try Data(contentsOf: file)
            // The pages of the index follow those of its table.
            let entry = try #require(bytes.ranges(of: Data("needle".utf8)).last)
            bytes.replaceSubrange(entry, with: Data("noodle".utf8))
            try bytes.write(to: file)
            let finding = DatabaseReport.examine(file, schema: .withItems, isDeep: false).finding
            #expect(finding == .usable(steps: Self.all, of: Self.all))
            let deep = DatabaseReport.examine(file, schema: .withItems, isDeep: true).finding
            guard case .damaged(let fault) = deep else {
                Issue.record("\(deep)")
                return
            }
            #expect(fault.contains("items_by_text"))
        }
    }

    @Test("the changes of an open outbox are counted from its log, and the cache is examined beside the store")
    func outbox() async throws {
        try await withDatabase(schema: .store) { database in
            try await database.write { db in
                for (number, state) in ["open", "sealed", "parked"].enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO outbox (id, server, user_id, lane, kind, version, payload, created_at, state,
                                attempts) VALUES (?, 's', 'u', 'l', 'k', 1, x'', 0, ?, 0)
                            """, arguments: ["\(number)", state])
                }
            }
            let folder = database.fileURL.deletingLastPathComponent()
            let reports = await DatabaseReport.examine(in: folder, isDeep: false)
            #expect(reports.map(\.finding) == [.usable(steps: Self.steps, of: Self.steps), .missing])
            #expect(reports.map(\.outbox) == [DatabaseReport.Outbox(waiting: 2, parked: 1), nil])
        }
    }

    @Test(
        "the versions with the WAL-reset bug are known",
        arguments: [
            ("3.6.23", false), ("3.7.0", true), ("3.40.1", true), ("3.44.5", true), ("3.44.6", false), ("3.45.0", true),
            ("3.50.6", true), ("3.50.7", false), ("3.51.2", true), ("3.51.3", false), ("3.52.0", false),
        ])
    func versions(text: String, isAffected: Bool) throws {
        let version = try #require(SQLiteVersion(text))
        #expect(version.canLoseCommits == isAffected && "\(version)" == text)
    }

    /// The bytes of each file; empty for a folder.
    private static func content(of folder: URL) throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) { content, name in
            content[name] = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
        }
    }
}
