import Testing

@testable import Workbench

@Suite struct DecisionsRuleTests {
    private static let sections = """
        ## Context

        A reason.

        ## Options

        | option | why not |
        | --- | --- |

        ## Decision

        - One.

        ## Consequences

        Some.

        ## When it does not apply

        Elsewhere.

        ## Confirmation

        `CoreTests` fails.
        """

    private func breaches(
        fields: String = "- Status: accepted\n- Date: 2026-11-22\n", sections: String = Self.sections,
        index: String = "| [0002](0002-two.md) | Two | accepted | |", in workspace: MiniatureWorkspace = .init()
    ) async throws -> [String] {
        var workspace = workspace
        workspace.files["Docs/adr/0002-two.md"] = "# 0002: Two\n\n\(fields)\n\(sections)\n"
        workspace.append(index, to: "Docs/adr/README.md")
        return try await workspace.check().breaches.map { "\($0.file):\($0.line): \($0.what)" }
    }

    @Test("a record with its fields and headings, listed in the index, is clean")
    func clean() async throws {
        #expect(try await breaches() == [])
    }

    @Test(
        "a record without a status or date in the common form is a breach",
        arguments: [
            ("- Status: accepted\n", ["the record has no date"]),
            ("- Status: accepted\n- Date: today\n", ["the record has no date"]),
            ("- Status: fine\n- Date: 2026-11-22\n", ["the record has no status"]),
            ("- Status: accepted in part\n- Date: 2026-11-22\n", ["the record has no status"]),
            ("**Status** accepted\n", ["the record has no date", "the record has no status"]),
        ])
    func malformed(fields: String, faults: [String]) async throws {
        #expect(try await breaches(fields: fields) == faults.map { "Docs/adr/0002-two.md:1: \($0)" })
    }

    @Test(
        "an index without the record's number, title, status and predecessors is a breach",
        arguments: [
            "", "| [0002](0002-two.md) | Three | accepted | |", "| [0002](0002-two.md) | Two | proposed | |",
            "| [0002](0002-two.md) | Two | accepted | 0001 |",
        ])
    func unlisted(index: String) async throws {
        let what = "the index does not list 0002 with its title, status and the records that it supersedes"

        #expect(try await breaches(index: index) == ["Docs/adr/README.md:1: \(what)"])
    }

    @Test("a record without one of the headings is a breach", arguments: DecisionRecord.headings)
    func missingHeading(heading: String) async throws {
        let sections = Self.sections.replacing("## \(heading)\n", with: "### \(heading)\n")

        let found = try await breaches(sections: sections)

        #expect(found == ["Docs/adr/0002-two.md:1: the record has no heading \"\(heading)\""])
    }

    @Test(
        "headings in another order, repeated or of another kind are a breach",
        arguments: [
            sections.replacing("## Context", with: "## Option").replacing("## Options", with: "## Context")
                .replacing("## Option\n", with: "## Options\n"),
            sections + "\n\n## Context\n\nAgain.", sections + "\n\n## History\n\nLong.",
        ])
    func otherHeadings(sections: String) async throws {
        let found = try await breaches(sections: sections)

        #expect(found == ["Docs/adr/0002-two.md:6: the headings or their order differ from the template"])
    }

    @Test("a heading without text is a breach", arguments: ["", "<!-- later -->", "### Details"])
    func empty(text: String) async throws {
        let found = try await breaches(sections: Self.sections.replacing("- One.", with: text))

        #expect(found == ["Docs/adr/0002-two.md:15: there is no text below the heading \"Decision\""])
    }

    @Test("a confirmation that names nothing in code style is a breach")
    func unnamedConfirmation() async throws {
        let found = try await breaches(sections: Self.sections.replacing("`CoreTests` fails", with: "Tests fail"))

        #expect(found == ["Docs/adr/0002-two.md:27: the confirmation names no test or check"])
    }

    @Test(
        "a record and the record that replaces it name each other",
        arguments: [
            ("superseded by", "Supersedes", "superseded by 0001", "0002 "),
            ("accepted, amended by", "Amends", "accepted, amended by 0001", ""),
        ])
    func replaced(status: String, field: String, listed: String, predecessors: String) async throws {
        let fields = "- Status: \(status) [0001](0001-one.md)\n- Date: 2026-11-22\n"
        let row = "| [0002](0002-two.md) | Two | \(listed) | |"
        var mutual = MiniatureWorkspace()
        mutual.files["Docs/adr/0001-one.md"]?.replace(
            "- Status: accepted\n", with: "- Status: accepted\n- \(field): [0002](0002-two.md)\n")
        mutual.files["Docs/adr/README.md"] = "| [0001](0001-one.md) | One | accepted | \(predecessors)|\n"

        #expect(try await breaches(fields: fields, index: row, in: mutual) == [])
        #expect(
            try await breaches(fields: fields, index: row)
                == ["Docs/adr/0002-two.md:1: the record names 0001, which does not name this record"])
        #expect(
            try await breaches(in: mutual)
                == ["Docs/adr/0001-one.md:1: the record names 0002, which does not name this record"])
    }
}
