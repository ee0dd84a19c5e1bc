/// Every decision record states its status and date in one form, and the index lists each record with its title and
/// status.
struct DecisionsRule: Rule {
    let id = "decisions"
    static let folder = "Docs/adr/"
    static let index = folder + "README.md"

    /// What the rule reads from one record.
    private struct Record {
        let file: String
        let number: String
        let title: String?
        /// Without links: `superseded by 0024`.
        let status: String?
        let hasDate: Bool

        init?(_ document: MarkdownDocument) {
            let name = document.path.dropFirst(DecisionsRule.folder.count)
            guard document.path.hasPrefix(DecisionsRule.folder), name.prefix(4).allSatisfy(\.isNumber),
                name.dropFirst(4).hasPrefix("-")
            else { return nil }
            file = String(name)
            number = String(name.prefix(4))
            let lines = document.prose.sorted { $0.key < $1.key }.map { $0.value.trimmingSpaces }
            let prefix = "# \(number): "
            title = lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            let stated = lines.firstIndex { $0.hasPrefix("- Status: ") }
            status = stated.flatMap { DecisionsRule.status(in: String(lines[$0].dropFirst("- Status: ".count))) }
            hasDate =
                stated.map { $0 + 1 < lines.count && lines[$0 + 1].wholeMatch(of: /- Date: \d{4}-\d\d-\d\d/) != nil }
                ?? false
        }
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let records = workspace.documents.compactMap(Record.init)
        let index = workspace.documents.first { $0.path == Self.index }
        let rows = index?.prose.values.filter { $0.hasPrefix("|") } ?? []
        let breaches = records.flatMap { record in
            faults(of: record).map { breach(in: Self.folder + record.file, of: record, what: $0.what, fix: $0.fix) }
                + indexFaults(of: record, rows: rows)
        }
        return Judgement(breaches: breaches, tally: Tally(["record": records.count]))
    }

    /// `accepted`, `superseded by 0024`, `superseded in part by 0024`: the status without its link and what follows a
    /// full stop; `nil` if it is none of these.
    private static func status(in text: String) -> String? {
        let plain = text.replacing(/\[(\d{4})\]\([^)]*\)/) { String($0.output.1) }
        guard
            let match =
                plain.prefixMatch(
                    of: /(accepted|proposed|deprecated|superseded (?:in part )?by \d{4}(?:, \d{4})*)(?:\.|$)/)
        else {
            return nil
        }
        return String(match.output.1)
    }

    private func faults(of record: Record) -> [(what: String, fix: String)] {
        var faults: [(String, String)] = []
        if record.title == nil {
            faults.append(("the record has no title with its number", "Begin with \"# \(record.number): …\""))
        }
        if record.status == nil {
            faults.append(
                (
                    "the record has no status",
                    "Write \"- Status: accepted\" or \"- Status: superseded by [NNNN](…)\" below the title"
                ))
        }
        if !record.hasDate {
            faults.append(("the record has no date", "Write \"- Date: YYYY-MM-DD\" below the status"))
        }
        return faults
    }

    private func indexFaults(of record: Record, rows: [String]) -> [Breach] {
        guard let title = record.title, let status = record.status else { return [] }
        let row = "| [\(record.number)](\(record.file)) | \(title) | \(status) |"
        guard !rows.contains(row) else { return [] }
        return [
            breach(
                in: Self.index, of: record, what: "the index does not list \(record.number) with its title and status",
                fix: "Write the row \"\(row)\"")
        ]
    }

    private func breach(in file: String, of record: Record, what: String, fix: String) -> Breach {
        Breach(
            file: file, line: 1, rule: id, subject: record.number, what: what,
            why: "A reader must see which decisions apply today", fix: fix)
    }
}
