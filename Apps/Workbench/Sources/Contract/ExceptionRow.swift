/// An intended breach. An unused exception is a breach itself.
struct ExceptionRow: Decodable, Sendable {
    /// The rule's id.
    let rule: String
    let file: String
    /// The ``Breach/subject``.
    let subject: String
    let reason: String

    func covers(_ breach: Breach) -> Bool {
        rule == breach.rule && file == breach.file && subject == breach.subject
    }
}
