/// A name in a document that must exist.
struct MarkdownReference: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// `` `Modules/Models` ``
        case code
        /// The destination of a Markdown link or image.
        case link
        /// One line of a shell fence without its prompt.
        case command
        /// A whole Swift fence.
        case swift
    }

    let kind: Kind
    let text: String
    let line: Int
}
