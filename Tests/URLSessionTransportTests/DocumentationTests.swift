import EngineContracts
import Foundation
import Testing

@Suite("Documented gaps")
struct DocumentationTests {
    private static let clauses =
        TransportContract.clauses.map(\.promise) + WireContract.clauses.map(\.promise)
        + WireContract.limitClauses.map(\.promise)

    @Test("no two clauses have the same name, because gaps are found by clause name")
    func unambiguous() {
        #expect(Set(Self.clauses).count == Self.clauses.count)
    }

    @Test("every gap is a clause of the contracts")
    func known() {
        for gap in ContractGap.all { #expect(Self.clauses.contains(gap.promise), "\(gap.promise)") }
    }

    #if canImport(FoundationNetworking)
    @Test("the documented table lists every gap on Linux with its consequence, and no others")
    func gaps() throws {
        let expected = Self.clauses.compactMap { clause in
            ContractGap.of(clause).map { gap in
                switch gap.consequence {
                case .failure: "| \(clause) | fails:"
                case .happens: "| \(clause) | by chance:"
                case .wait: "| \(clause) | waits:"
                case .crash: "| \(clause) | **crashes the process**:"
                }
            }
        }
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/reference/transports.md")
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "## Gaps on Linux"))
        let rows = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count == expected.count)
        for (row, gap) in zip(rows, expected) { #expect(row.hasPrefix(gap)) }
    }
    #endif
}
