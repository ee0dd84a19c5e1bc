/// The compiler does not verify `@unchecked Sendable`. The contract limits its uses, and each has its reason above it.
struct UncheckedRule: Rule {
    let id = "unchecked"
    static let reasonPrefix = "// Unchecked because"

    func judge(_ workspace: Workspace) -> Judgement {
        let limit = workspace.contract.uncheckedSendableLimit
        var breaches: [Breach] = []
        var count = 0
        for (file, _) in workspace.ruledFiles.sorted(by: { $0.file.path < $1.file.path }) {
            for index in file.tokens.indices where isUnchecked(file.tokens, at: index) {
                count += 1
                let line = file.tokens[index].line
                if count > limit {
                    breaches.append(
                        breach(
                            file, line, what: "@unchecked Sendable number \(count) exceeds the limit of \(limit)",
                            why: "The compiler verifies none of them",
                            fix: "Put the state behind a Mutex"))
                } else if !hasReason(above: declarationLine(of: index, in: file.tokens), in: file) {
                    breaches.append(
                        breach(
                            file, line, what: "@unchecked Sendable without a reason",
                            why: "The next author must know what makes it safe",
                            fix: "Write \"\(Self.reasonPrefix) …\" on the line above the declaration"))
                }
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["file": workspace.ruledFiles.count]))
    }

    private func breach(_ file: SourceFile, _ line: Int, what: String, why: String, fix: String) -> Breach {
        Breach(
            file: file.path, line: line, rule: id, subject: "@unchecked Sendable", what: what, why: why, fix: fix)
    }

    private func isUnchecked(_ tokens: [Token], at index: Int) -> Bool {
        tokens[index].isWord("unchecked") && index > 0 && tokens[index - 1].isSymbol("@")
    }

    /// The line of the type's keyword, because a header can span lines.
    private func declarationLine(of index: Int, in tokens: [Token]) -> Int {
        let keyword = tokens[..<index].last { $0.kind == .word && TypeDeclaration.Kind(rawValue: $0.text) != nil }
        return (keyword ?? tokens[index]).line
    }

    /// Whether the comment lines directly above `line` contain the reason.
    private func hasReason(above line: Int, in file: SourceFile) -> Bool {
        var line = line - 1
        while let comment = file.comments.last(where: { $0.lines.upperBound == line }) {
            if comment.text.hasPrefix(Self.reasonPrefix) {
                return true
            }
            line = comment.lines.lowerBound - 1
        }
        return false
    }
}
