/// One place where the workspace breaks a rule.
struct Breach: Sendable, Equatable {
    /// The path from the package's root.
    let file: String
    let line: Int
    /// The rule's id.
    let rule: String
    /// The name, path or phrase that breaks the rule. An exception repeats it.
    let subject: String
    /// What was found, a sentence without its full stop. It begins in lower case unless it begins with a name.
    let what: String
    /// Why that is forbidden, a sentence without its full stop; `nil` if `what` says it.
    var why: String?
    /// The one change that removes the breach, a sentence without its full stop; `nil` if `what` says it.
    var fix: String?

    /// `file:line: rule: what. Why. Fix: …`
    var text: String {
        // No word changes its case, because any word may be a name.
        let sentences = [what, why, fix.map { "Fix: \($0)" }].compactMap { $0?.closed }
        return "\(file):\(line): \(rule): \(sentences.joined(separator: " "))"
    }
}

extension String {
    fileprivate var closed: String {
        [".", "?", "!", ")"].contains(where: hasSuffix) ? self : self + "."
    }
}
