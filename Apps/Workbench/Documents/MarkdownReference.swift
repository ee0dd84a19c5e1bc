/// Something in a document that has to exist.
struct MarkdownReference: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// `` `Modules/Models` ``
        case code
        /// The destination of a link or an image.
        case link
        /// One line of a shell fence, without its prompt.
        case command
    }

    let kind: Kind
    let text: String
    let line: Int
}
