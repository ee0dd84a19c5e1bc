/// One place where the workspace breaks a rule.
struct Breach: Sendable, Equatable {
    /// From the package's root.
    let file: String
    let line: Int
    /// The rule's id.
    let rule: String
    /// What the breach is about, in one word or path: what an exception names.
    let subject: String
    /// What was found, a sentence without its full stop.
    let what: String
    /// Why that is forbidden.
    let why: String
    /// What to do.
    let fix: String

    /// `file:line: rule: what. Why. Fix: …`
    var text: String {
        "\(file):\(line): \(rule): \(what.asSentence) \(why.asSentence) Fix: \(fix.asSentence)"
    }
}

extension String {
    fileprivate var asSentence: String {
        let isClosed = hasSuffix(".") || hasSuffix("?") || hasSuffix("!")
        return prefix(1).uppercased() + dropFirst() + (isClosed ? "" : ".")
    }
}
