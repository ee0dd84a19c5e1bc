import HTTPTypes
import NIOCore

/// The text of a book as a file to download: title, authors and generated paragraphs. The real text is not in it.
struct BookText: Sendable {
    private let book: Book

    init(_ book: Book) {
        self.book = book
    }

    /// Always the same bytes for a book: 200 to 500 KB.
    var representation: ByteRepresentation {
        let bytes = bytes
        return ByteRepresentation(
            length: bytes.readableBytes,
            validators: Validators(
                // Contains the version of the algorithm, so that a client never joins parts of two versions.
                tag: EntityTag(opaque: "book-\(book.id)-text-1"), modified: Self.modified),
            headers: [.contentType: Book.textType, .cacheControl: "public, max-age=3600"],
            read: { bytes.getSlice(at: bytes.readerIndex + $0.lowerBound, length: $0.count) ?? ByteBuffer() })
    }

    private var bytes: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(500 * 1024)
        let authors = book.authors.map(\.name).joined(separator: "; ")
        buffer.writeString(
            """
            \(book.title)
            \(authors.isEmpty ? "Unknown" : authors)

            This text is generated. It is not the text of the book.


            """)
        let count = Self.sentences.count
        for paragraph in 1...(1000 + book.id % 1000) {
            buffer.writeString("[\(paragraph)] ")
            // The number of sentences is prime, so the five sentences of a paragraph differ.
            let step = paragraph % (count - 1) + 1
            for place in 0..<5 { buffer.writeString(Self.sentences[(book.id + paragraph * 3 + place * step) % count]) }
            buffer.writeString("\n\n")
        }
        return buffer
    }

    /// 2026-01-01T00:00:00Z, the date of the algorithm.
    private static let modified = HTTPDate(seconds: 1_767_225_600)

    private static let sentences = [
        "The reader turned the page and found another page. ", "Nothing in this sentence is from the book. ",
        "It rained, and then it did not rain. ", "A clock in the next room struck a number. ",
        "The letter was about the weather, as most letters were. ", "Someone opened a window. ",
        "The train was late, so there was time for a second cup of tea. ", "Two people agreed about a third. ",
        "The road went on behind the hill. ", "A dog barked once and considered the matter closed. ",
        "Every paragraph has a number, so that a lost one is noticed. ", "The lamp was lit, and the shadows moved. ",
        "The last page was blank, and the first was torn. ",
    ]
}
