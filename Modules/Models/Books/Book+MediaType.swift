extension Book {
    /// The kind of a book: a text, a recording, or a kind that this version of the app has no case for.
    public enum MediaType: Sendable, Hashable {
        case text
        case sound
        /// Another name in the server's spelling, such as `Image`; empty if the server sends none.
        case other(String)

        /// The media type with this name of the API, such as `Text`, whatever the case.
        public init(serverName: String) {
            switch serverName.lowercased() {
            case "text": self = .text
            case "sound": self = .sound
            default: self = .other(serverName)
            }
        }
    }
}
