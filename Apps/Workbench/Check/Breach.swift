/// One place where the workspace breaks a rule.
struct Breach: Sendable, Equatable {
    /// From the package's root.
    let file: String
    let line: Int
    /// The rule's id.
    let rule: String
    /// The name, path or phrase that breaks the rule: what an exception repeats.
    let subject: String
    /// What was found, a sentence without its full stop.
    let what: String
    /// Why that is forbidden; `nil` if `what` says it.
    var why: String?
    /// What to do; `nil` if `what` says it.
    var fix: String?

    /// `file:line: rule: what. Why. Fix: …`
    var text: String {
        let sentences = [what, why, fix.map { "Fix: \($0.asSentence)" }].compactMap { $0?.asSentence }
        return "\(file):\(line): \(rule): \(sentences.joined(separator: " "))"
    }
}

extension String {
    fileprivate var asSentence: String {
        let isClosed = hasSuffix(".") || hasSuffix("?") || hasSuffix("!") || hasSuffix(")")
        return prefix(1).uppercased() + dropFirst() + (isClosed ? "" : ".")
    }
}
