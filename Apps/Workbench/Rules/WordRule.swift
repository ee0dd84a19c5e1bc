/// One row of the contract's words, judged.
struct WordRule: Rule {
    let row: WordRow
    private let matcher: PatternMatcher

    var id: String { row.id }

    /// - Throws: ``WorkspaceError/toothlessWordRule(id:what:)`` where a pattern is malformed or catches nothing of
    ///   the row's own breach, or where the row's clean twin is caught.
    init(row: WordRow) throws {
        self.row = row
        do {
            matcher = try PatternMatcher(patterns: row.patterns, place: row.place)
        } catch {
            throw WorkspaceError.toothlessWordRule(id: row.id, what: "a pattern is no regular expression")
        }
        try proveItBites()
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let files = workspace.ruledFiles.filter { row.scope.contains($0.row) }
        let breaches = files.flatMap { file, _ in
            matcher.matches(in: file.tokens).map { match in
                Breach(
                    file: file.path, line: match.line, rule: id, subject: match.text,
                    what: "\"\(match.text)\" stands here",
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
                id: id, what: "the pattern \"\(pattern)\" misses its example of a breach")
        }
        if let match = matcher.matches(in: Lexer(row.clean).tokens).first {
            throw WorkspaceError.toothlessWordRule(id: id, what: "\"\(match.text)\" stands in its clean example")
        }
    }
}
