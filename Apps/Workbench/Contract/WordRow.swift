/// Words or literals that do not belong in some rooms: a rule that is all data.
///
/// It carries its own proof: ``breach`` is code that it must catch and ``clean`` is code that it must let pass. A check
/// does not start otherwise, so a pattern with a slip of the pen cannot pass everything in silence.
struct WordRow: Decodable, Sendable {
    enum Place: String, Decodable, Sendable {
        /// A pattern is Swift code, found token by token whatever white space or comments stand between.
        case code
        /// As ``code``, in `async` functions that run on their caller's executor only.
        case asyncCode = "async-code"
        /// A pattern is a regular expression, looked for in the words of string literals.
        case strings
    }

    let id: String
    let place: Place
    let patterns: [String]
    let scope: Scope
    let reason: String
    let fix: String
    let breach: String
    let clean: String
}
