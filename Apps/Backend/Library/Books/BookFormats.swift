/// The formats of a book: media types, with their charset, and addresses.
enum BookFormats {
    static let text = "text/plain; charset=utf-8"
    static let audio = "audio/mpeg"

    static func types(of book: Book) -> [String] {
        (book.medium == .text ? [text] : []) + (book.audio == nil ? [] : [audio])
    }

    /// The text is this server's own; a recording is where Project Gutenberg has it.
    static func addresses(of book: Book, links: Links) -> [String: String] {
        var addresses: [String: String] = [:]
        if book.medium == .text { addresses[text] = links.absolute("/books/\(book.id)/text") }
        addresses[audio] = book.audio
        return addresses
    }
}
