/// Every decision record has the same fields and headings, and the index lists each record with its title and status.
struct DecisionsRule: Rule {
    let id = "decisions"
    static let index = DecisionRecord.folder + "README.md"

    private typealias Fault = (line: Int, what: String, fix: String)

    func judge(_ workspace: Workspace) -> Judgement {
        let records = workspace.documents.compactMap(DecisionRecord.init)
        let index = workspace.documents.first { $0.path == Self.index }
        let rows = index?.prose.values.filter { $0.hasPrefix("|") } ?? []
        let byNumber = Dictionary(records.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        let breaches = records.flatMap { record in
            (fieldFaults(of: record) + relationFaults(of: record, among: byNumber) + sectionFaults(of: record))
                .map { breach(in: DecisionRecord.folder + record.file, of: record, fault: $0) }
                + indexFaults(of: record, rows: rows)
        }
        return Judgement(breaches: breaches, tally: Tally(["record": records.count]))
    }

    private func fieldFaults(of record: DecisionRecord) -> [Fault] {
        var faults: [Fault] = []
        if record.title == nil {
            faults.append((1, "the record has no title with its number", "Begin with \"# \(record.number): …\""))
        }
        if record.status == nil {
            faults.append(
                (
                    1, "the record has no status",
                    "Write \"- Status: accepted\", \"- Status: accepted, amended by [NNNN](…)\" or "
                        + "\"- Status: superseded by [NNNN](…)\" below the title"
                ))
        }
        if !record.hasDate {
            faults.append((1, "the record has no date", "Write \"- Date: YYYY-MM-DD\" below the status"))
        }
        return faults
    }

    /// Reports a record that replaces another one, or is replaced by it, if only one of the two names the other.
    private func relationFaults(of record: DecisionRecord, among records: [String: DecisionRecord]) -> [Fault] {
        func faults(_ numbers: Set<String>, _ inverse: KeyPath<DecisionRecord, Set<String>>, _ form: String) -> [Fault]
        {
            numbers.sorted().filter { records[$0]?[keyPath: inverse].contains(record.number) != true }.map {
                number -> Fault in
                (
                    1, "the record names \(number), which does not name this record",
                    "Write \"\(form) [\(record.number)](\(record.file))\" in \(number)"
                )
            }
        }
        return faults(record.supersededBy, \.supersedes, "- Supersedes:")
            + faults(record.amendedBy, \.amends, "- Amends:")
            + faults(record.supersedes, \.supersededBy, "- Status: superseded by")
            + faults(record.amends, \.amendedBy, "- Status: accepted, amended by")
    }

    private func sectionFaults(of record: DecisionRecord) -> [Fault] {
        let found = record.sections.map(\.heading)
        let missing = DecisionRecord.headings.filter { !found.contains($0) }
        var faults = missing.map { heading -> Fault in
            (1, "the record has no heading \"\(heading)\"", "Add \"## \(heading)\" and its text")
        }
        if missing.isEmpty, found != DecisionRecord.headings {
            faults.append(
                (
                    record.sections[0].line, "the headings or their order differ from the template",
                    "Use the headings of the template in \(Self.index)"
                ))
        }
        for section in record.sections where section.isEmpty {
            faults.append(
                (
                    section.line, "there is no text below the heading \"\(section.heading)\"",
                    "Write at least one sentence below it"
                ))
        }
        for section in record.sections where section.heading == "Confirmation" && !section.isEmpty && !section.namesCode
        {
            faults.append(
                (section.line, "the confirmation names no test or check", "Write a suite or a rule between backticks"))
        }
        return faults
    }

    private func indexFaults(of record: DecisionRecord, rows: [String]) -> [Breach] {
        guard let title = record.title, let status = record.status else { return [] }
        let listed = record.listedPredecessors.isEmpty ? "" : record.listedPredecessors + " "
        let row = "| [\(record.number)](\(record.file)) | \(title) | \(status) | \(listed)|"
        guard !rows.contains(row) else { return [] }
        let what = "the index does not list \(record.number) with its title, status and the records that it supersedes"
        return [breach(in: Self.index, of: record, fault: (1, what, "Write the row \"\(row)\""))]
    }

    private func breach(in file: String, of record: DecisionRecord, fault: Fault) -> Breach {
        Breach(
            file: file, line: fault.line, rule: id, subject: record.number, what: fault.what,
            why: "A reader must find in every record what applies today and why", fix: fault.fix)
    }
}
