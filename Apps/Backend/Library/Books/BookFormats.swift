/// The formats of a book: media types, with their charset, and addresses.
enum BookFormats {
    static let text = "text/plain; charset=utf-8"
    static let audio = "audio/mpeg"

    static func types(of book: Book) -> [String] {
        (book.medium == .text ? [text] : []) + (book.audio == nil ? [] : [audio])
    }

    /// The address of the text is on this server, the address of a recording is Project Gutenberg's.
    static func addresses(of book: Book, links: Links) -> [String: String] {
        var addresses: [String: String] = [:]
        if book.medium == .text { addresses[text] = links.absolute("/books/\(book.id)/text") }
        addresses[audio] = book.audio
        return addresses
    }
}
