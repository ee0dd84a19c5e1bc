import ContractSuites
import Foundation
import Testing

@Suite("Documented contract clauses and gaps")
struct DocumentationTests {
    /// One row of a contract's table.
    private struct Row {
        let promise: String
        let linux: String
    }

    @Test("the documented table lists every clause of the contracts in order, and no others")
    func clauses() throws {
        #expect(try rows(below: "## TransportContract").map(\.promise) == TransportContract.clauses.map(\.promise))
        #expect(try rows(below: "## WireContract").map(\.promise) == WireContract.clauses.map(\.promise))
        #expect(try rows(below: "## WireContract's limits").map(\.promise) == WireContract.limitClauses.map(\.promise))
    }

    @Test("no two clauses have the same name, because gaps are found by clause name")
    func unambiguous() {
        let promises = TransportContract.clauses.map(\.promise) + WireContract.clauses.map(\.promise)
        #expect(Set(promises).count == promises.count)
    }

    #if canImport(FoundationNetworking)
    @Test("the documented table lists every gap on Linux with its consequence, and no others")
    func gaps() throws {
        let headings = ["## TransportContract", "## WireContract", "## WireContract's limits"]
        for row in try headings.flatMap(rows) {
            let name =
                switch ContractGap.of(row.promise)?.consequence {
                case .failure: "fails:"
                case .happens: "by chance:"
                case .wait: "waits:"
                case .crash: "**crashes the process**:"
                case nil: "passes"
                }
            #expect(row.linux.hasPrefix(name), "\(row.promise): \(row.linux)")
        }
    }
    #endif

    private func rows(below heading: String) throws -> [Row] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/reference/transports.md")
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: heading))
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }.dropFirst(2).map {
            let cells = $0.components(separatedBy: " | ")
            return Row(promise: String(cells[0].dropFirst(2)), linux: cells.count > 2 ? cells[2] : "")
        }
    }
}
