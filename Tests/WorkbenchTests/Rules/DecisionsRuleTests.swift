import Testing

@testable import Workbench

@Suite struct DecisionsRuleTests {
    private func breaches(record: String, index: String) async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.files["Docs/adr/0002-two.md"] = record
        workspace.append(index, to: "Docs/adr/README.md")
        return try await workspace.check().breaches.map { "\($0.file): \($0.what)" }
    }

    @Test(
        "a record with its status and date, listed in the index, is clean",
        arguments: [
            ("accepted", "accepted"), ("superseded by [0001](0001-one.md)", "superseded by 0001"),
            ("superseded in part by [0001](0001-one.md).", "superseded in part by 0001"),
        ])
    func clean(status: String, listed: String) async throws {
        let record = "# 0002: Two\n\n- Status: \(status)\n- Date: 2026-11-22\n"

        #expect(try await breaches(record: record, index: "| [0002](0002-two.md) | Two | \(listed) |") == [])
    }

    @Test(
        "a record without a status or date in the common form is a breach",
        arguments: [
            ("- Status: accepted\n", ["the record has no date"]),
            ("- Status: accepted\n- Date: today\n", ["the record has no date"]),
            ("- Status: fine\n- Date: 2026-11-22\n", ["the record has no status"]),
            ("**Status** accepted\n", ["the record has no date", "the record has no status"]),
        ])
    func malformed(lines: String, faults: [String]) async throws {
        let found = try await breaches(
            record: "# 0002: Two\n\n\(lines)", index: "| [0002](0002-two.md) | Two | accepted |")

        #expect(found == faults.map { "Docs/adr/0002-two.md: \($0)" })
    }

    @Test(
        "an index without the record's number, title and status is a breach",
        arguments: ["", "| [0002](0002-two.md) | Three | accepted |", "| [0002](0002-two.md) | Two | proposed |"])
    func unlisted(index: String) async throws {
        let found = try await breaches(
            record: "# 0002: Two\n\n- Status: accepted\n- Date: 2026-11-22\n", index: index)

        #expect(found == ["Docs/adr/README.md: the index does not list 0002 with its title and status"])
    }
}
