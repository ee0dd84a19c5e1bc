import Foundation
import Testing

@testable import Workbench

@Suite struct PublicAPITests {
    private func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Docs"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Compares declarations with this list and changelog, and returns the faults and the list afterwards.
    private func compare(
        _ declarations: [String], with list: [String]?, changelog: String = "", update: Bool
    ) throws -> (faults: [String], list: [String]) {
        try withFolder { root in
            let file = root.appending(path: PublicAPI.path)
            if let list { try Data(list.joined(separator: "\n").utf8).write(to: file) }
            try Data("# Changelog\n\n## 2.0.0\n\n\(changelog)\n\n## 1.0.0\n\n`Item.old`\n".utf8)
                .write(to: root.appending(path: "Docs/CHANGELOG.md"))
            let faults = try PublicAPI(declarations: declarations).compare(in: root.path, update: update)
            let after = try? String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            return (faults, after ?? [])
        }
    }

    @Test(
        "a declaration that goes is a fault unless the newest part of the changelog names it",
        arguments: [
            ("A.Item.send(_:to:)", "`Item.send(_:to:)` is gone", true), ("A.Item.init(_:)", "`Item` is made by", true),
            ("A.limit", "`limit` is gone", true), ("A.Item.send(_:to:)", "`Other.send` is gone", false),
            ("A.Item.old", "nothing", false),
        ])
    func gone(declaration: String, changelog: String, isExplained: Bool) throws {
        for update in [false, true] {
            let result = try compare(["A.Item"], with: ["A.Item", declaration], changelog: changelog, update: update)
            #expect(result.faults.contains { $0.contains(declaration) } == !isExplained)
            #expect((result.list == ["A.Item"]) == (update && isExplained))
        }
    }

    @Test("a declaration that is not listed is a fault until the list is written", arguments: [["A.Item"], nil])
    func added(list: [String]?) throws {
        #expect(try compare(["A.Item", "A.Other"], with: list, update: false).faults.count == 1)
        let result = try compare(["A.Item", "A.Other"], with: list, update: true)
        #expect(result.faults.isEmpty && result.list == ["A.Item", "A.Other"])
    }

    @Test("the declarations of symbol graphs are sorted, and one of several overloads is listed")
    func graphs() throws {
        try withFolder { folder in
            for (file, paths) in [
                "B.symbols.json": #"["Two", "run()"], ["Two", "run()"]"#,
                "B@Swift.symbols.json": #"["Duration", "short"]"#,
                "A.symbols.json": #"["One"]"#,
            ] {
                let symbols = paths.components(separatedBy: "], [").map {
                    "{\"pathComponents\": [\($0.trimmingCharacters(in: ["[", "]"]))]}"
                }
                try Data("{\"symbols\": [\(symbols.joined(separator: ","))]}".utf8)
                    .write(to: folder.appending(path: file))
            }
            #expect(
                try PublicAPI(symbols: folder.path).declarations == ["A.One", "B.Duration.short", "B.Two.run()"])
        }
    }
}
