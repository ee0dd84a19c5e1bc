/// Code or literals that some modules must not contain: a rule that is all data.
///
/// The row includes its own test: every pattern must match ``breach``, and none may match ``clean``. Otherwise the check
/// does not start, so a mistake in a pattern cannot hide breaches.
struct WordRow: Decodable, Sendable {
    enum Place: String, Decodable, Sendable {
        /// A pattern is Swift code, compared token by token. `…` in it matches any code without braces.
        case code
        /// Like ``code``, but only in `async` functions that run on their caller's executor.
        case asyncCode = "async-code"
        /// A pattern is a regular expression for the words of string literals.
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
