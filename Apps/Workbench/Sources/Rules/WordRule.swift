/// Judges one row of the contract's words.
struct WordRule: Rule {
    let row: WordRow
    private let matcher: PatternMatcher

    var id: String { row.id }

    /// - Throws: ``WorkspaceError/toothlessWordRule(id:what:)`` if a pattern is malformed or matches nothing in the
    ///   row's breach, or if a pattern matches the row's clean example.
    init(row: WordRow) throws {
        self.row = row
        do {
            matcher = try PatternMatcher(patterns: row.patterns, place: row.place)
        } catch {
            throw WorkspaceError.toothlessWordRule(id: row.id, what: "a pattern is not a regular expression")
        }
        try proveItBites()
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let files = workspace.ruledFiles.filter { row.scope.contains($0.row) }
        let breaches = files.flatMap { file, _ in
            matcher.matches(in: file.tokens).map { match in
                Breach(
                    file: file.path, line: match.line, rule: id, subject: match.text,
                    what: "forbidden code: \"\(match.text)\"",
                    why: row.reason, fix: row.fix)
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["file": files.count]))
    }

    private func proveItBites() throws {
        let breach = Lexer(row.breach).tokens
        for pattern in row.patterns
        where try PatternMatcher(patterns: [pattern], place: row.place).matches(in: breach).isEmpty {
            throw WorkspaceError.toothlessWordRule(
                id: id, what: "the pattern \"\(pattern)\" does not match its example of a breach")
        }
        if let match = matcher.matches(in: Lexer(row.clean).tokens).first {
            throw WorkspaceError.toothlessWordRule(id: id, what: "\"\(match.text)\" matches its clean example")
        }
    }
}
