public import Primitives

/// Why the pages of a list don't lead to its end.
public enum BookListFault: SpecificFailure, Hashable {
    /// A link leads to another server: its scheme, host and port, without path and query.
    case foreignLink(origin: String)
    /// The address of a page is not an absolute `http` or `https` URL, or is longer than 8,192 bytes.
    case unreadableLink
    /// A link leads to a page that the list has had already.
    case loop
    /// This many pages in a row had no new book, and the list still did not end.
    case noNewBooks(pages: Int)

    public var kind: ServiceFailure.Kind { .unreadableResponse }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .foreignLink(let origin):
            UserMessage(
                "service.books.foreignLink",
                "The list can't be read to its end: the link to its next page leads to another server (%1$@).", origin)
        case .unreadableLink:
            UserMessage(
                "service.books.unreadableLink",
                "The list can't be read to its end: the link to its next page is not valid.")
        case .loop:
            UserMessage(
                "service.books.loop",
                "The list can't be read to its end: the link to its next page leads back to an earlier page.")
        case .noNewBooks(let pages):
            UserMessage(
                "service.books.noNewBooks",
                "The list can't be read to its end: %1$@ pages in a row had no new book.", String(pages))
        }
    }
}
