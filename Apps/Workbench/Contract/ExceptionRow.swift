/// A breach that is meant. It fails once nothing needs it any more.
struct ExceptionRow: Decodable, Sendable {
    /// The rule's id.
    let rule: String
    let file: String
    /// What the breach is about, as the breach prints it in quotes.
    let subject: String
    let reason: String

    func covers(_ breach: Breach) -> Bool {
        rule == breach.rule && file == breach.file && subject == breach.subject
    }
}
