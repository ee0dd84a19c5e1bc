import Foundation
import Models
import Networking

/// A book as the command line shows it. Its JSON is part of the command line's interface, not of any API's.
struct BookOutput: Encodable {
    let id: Int
    let title: String
    let authors: [PersonOutput]
    let editors: [PersonOutput]
    let translators: [PersonOutput]
    let summaries: [String]
    let subjects: [String]
    let bookshelves: [String]
    let languages: [String]
    /// `yes`, `no` or `unknown`.
    let copyright: String
    /// `text`, `sound`, or the name that the server sent.
    let mediaType: String
    /// Addresses by media type.
    let formats: [String: String]
    let downloadCount: Int

    enum CodingKeys: String, CodingKey {
        case id, title, authors, editors, translators, summaries, subjects, bookshelves, languages, copyright, formats
        case mediaType = "media_type"
        case downloadCount = "download_count"
    }

    init(_ book: Book) {
        id = book.id.number
        title = book.title
        authors = book.authors.map { PersonOutput($0) }
        editors = book.editors.map { PersonOutput($0) }
        translators = book.translators.map { PersonOutput($0) }
        summaries = book.summaries
        subjects = book.subjects
        bookshelves = book.bookshelves
        languages = book.languages
        copyright = CopyrightArgument(book.copyright).rawValue
        mediaType =
            switch book.mediaType {
            case .text: "text"
            case .sound: "sound"
            case .other(let name): name
            }
        formats = Dictionary(book.formats.map { ($0.mediaType, $0.url.absoluteString) }) { first, _ in first }
        downloadCount = book.downloadCount
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        let rows: [(String, [String])] = [
            ("id", ["\(id)"]), ("title", [title.oneLine]), ("by", authors.map(\.text)),
            ("edited by", editors.map(\.text)), ("translated by", translators.map(\.text)), ("summary", summaries),
            ("subjects", subjects), ("shelves", bookshelves), ("languages", languages), ("copyright", [copyright]),
            ("medium", [mediaType]), ("downloads", [downloadCount.grouped]),
            ("files", formats.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }),
        ]
        for (label, values) in rows {
            for (position, value) in values.enumerated() where !value.isEmpty {
                let name = position == 0 ? label : ""
                terminal.print(
                    terminal.dim(name.padding(toLength: 15, withPad: " ", startingAt: 0)) + value.oneLine.printable)
            }
        }
    }
}
