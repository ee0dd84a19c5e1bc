/// The workspace's prose uses the words of its vocabulary. Names in code are not judged.
struct VocabularyRule: Rule {
    let id = "vocabulary"
    private let phrases: [(row: PhraseRow, matcher: PhraseMatcher)]
    /// Matches wherever one of the phrases does. Most texts contain none, so one search is enough for them.
    private let anyPhrase: PhraseMatcher

    /// Tests every row, including those that it does not judge.
    ///
    /// - Throws: ``WorkspaceError/toothlessWordRule(id:what:)`` if a row fails its own test.
    init(rows: [PhraseRow], judgesAll: Bool) throws {
        phrases = try rows.map { ($0, try Self.provenMatcher(of: $0)) }.filter { judgesAll || $0.0.enforced }
        anyPhrase = try PhraseMatcher(patterns: phrases.flatMap(\.row.patterns))
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let prose = workspace.prose
        let breaches = prose.filter { anyPhrase.matches($0.text) }.flatMap { text in
            phrases.filter { $0.row.places.contains(text.place) }.flatMap { row, matcher in
                matcher.matches(in: text.text).map { match in
                    Breach(
                        file: text.file, line: match.line, rule: id, subject: match.text.lowercased(),
                        what: "\"\(match.text)\" → say \(row.say) (\(row.reason))")
                }
            }
        }
        return Judgement(
            breaches: breaches,
            tally: Tally(["phrase": phrases.count, "file": Set(prose.map(\.file)).count]))
    }

    private static func provenMatcher(of row: PhraseRow) throws -> PhraseMatcher {
        let fault = { (what: String) in WorkspaceError.toothlessWordRule(id: row.id, what: what) }
        do {
            for pattern in row.patterns {
                let matcher = try PhraseMatcher(patterns: [pattern])
                guard row.breach.contains(where: { !matcher.matches(in: Prose.sentences(in: $0)).isEmpty }) else {
                    throw fault("the pattern \"\(pattern)\" does not match any example of a breach")
                }
            }
            let matcher = try PhraseMatcher(patterns: row.patterns)
            if let missed = row.breach.first(where: { matcher.matches(in: Prose.sentences(in: $0)).isEmpty }) {
                throw fault("no pattern matches \"\(missed)\"")
            }
            if let caught = row.clean.first(where: { !matcher.matches(in: Prose.sentences(in: $0)).isEmpty }) {
                throw fault("a pattern matches its clean example \"\(caught)\"")
            }
            return matcher
        } catch let error as WorkspaceError {
            throw error
        } catch {
            throw fault("a pattern is not a regular expression")
        }
    }
}
