/// A decision record: its title, the fields below it, and its sections.
struct DecisionRecord {
    static let folder = "Docs/adr/"
    static let headings = [
        "Context", "Options", "Decision", "Consequences", "When it does not apply", "Confirmation",
    ]

    /// The text below a heading of the second level.
    struct Section {
        let heading: String
        let line: Int
        var isEmpty = true
        var namesCode = false
    }

    let file: String
    let number: String
    let title: String?
    /// Without links: `accepted, amended by 0024`.
    let status: String?
    let hasDate: Bool
    /// The numbers of the records that replace this one, in full or in part.
    let supersededBy: Set<String>
    let amendedBy: Set<String>
    /// The numbers of the records that this one replaces, in full or in part.
    let supersedes: Set<String>
    let amends: Set<String>
    /// `0011, 0023`: the records in `supersedes`, as the index lists them.
    let listedPredecessors: String
    let sections: [Section]

    /// `nil` if the file's name does not begin with a number.
    init?(_ document: MarkdownDocument) {
        let name = document.path.dropFirst(Self.folder.count)
        guard document.path.hasPrefix(Self.folder), name.prefix(4).allSatisfy(\.isNumber),
            name.dropFirst(4).hasPrefix("-")
        else { return nil }
        file = String(name)
        number = String(name.prefix(4))
        let lines = document.prose.sorted { $0.key < $1.key }.map { (number: $0.key, text: $0.value.trimmingSpaces) }
        func value(after prefix: String) -> String? {
            lines.first { $0.text.hasPrefix(prefix) }.map {
                String($0.text.dropFirst(prefix.count)).replacing(/\[(\d{4})\]\([^)]*\)/) { String($0.output.1) }
            }
        }
        title = value(after: "# \(number): ")
        status = value(after: "- Status: ").flatMap { Self.isStatus($0) ? $0 : nil }
        hasDate = value(after: "- Date: ")?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        let successors = Self.numbers(in: status)
        supersededBy = status?.hasPrefix("superseded") == true ? successors : []
        amendedBy = supersededBy.isEmpty ? successors : []
        listedPredecessors = value(after: "- Supersedes: ") ?? ""
        supersedes = Self.numbers(in: listedPredecessors)
        amends = Self.numbers(in: value(after: "- Amends: "))
        let codeLines = Set(document.references.filter { $0.kind == .code }.map(\.line))
        var sections: [Section] = []
        for line in lines {
            if line.text.hasPrefix("## ") {
                sections.append(Section(heading: line.text.dropFirst(3).trimmingSpaces, line: line.number))
            } else if !line.text.isEmpty, !["#", "<!--"].contains(where: line.text.hasPrefix),
                let last = sections.indices.last
            {
                sections[last].isEmpty = false
                sections[last].namesCode = sections[last].namesCode || codeLines.contains(line.number)
            }
        }
        self.sections = sections
    }

    private static func isStatus(_ text: String) -> Bool {
        let form = /proposed|deprecated|accepted(?:, amended by \d{4}(?:, \d{4})*)?|superseded by \d{4}(?:, \d{4})*/
        return text.wholeMatch(of: form) != nil
    }

    private static func numbers(in text: String?) -> Set<String> {
        Set((text ?? "").matches(of: /\d{4}/).map { String($0.output) })
    }
}
