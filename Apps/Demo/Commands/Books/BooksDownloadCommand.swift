import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Services

struct BooksDownloadCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Download a file of a book.",
        examples: "strata books download 2701", "strata books download 2701 --format text --output whale.txt",
        notes: """
            The same command continues an interrupted download if the server supports it. The file appears under its \
            name when it is complete.
            """)

    @Argument(help: "The book's number.")
    var id: Int

    @Option(
        help: ArgumentHelp(
            "Download this format: text, html, epub, or a media type of `strata books show`.",
            valueName: "format"),
        completion: .list(["text", "html", "epub"]))
    var format = "text"

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file. (default: the number, such as 2701.txt)", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var server: BookServerOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !format.isEmpty else { throw ValidationError("--format must name a format, such as epub.") }
        switch output {
        case "": throw ValidationError("--output must name a file.")
        case "-": throw ValidationError("A download needs a file, so that it can continue. Use --output FILE.")
        case let path? where path.hasSuffix("/"): throw ValidationError("--output must name a file.")
        default: break
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let books = app.books
        let id = try Book.ID(id)
        let book = try await inCatalog { () async throws(BookServiceError) in try await books.book(id: id) }
        guard let file = book.format(mediaType) else {
            let known = Set(book.formats.map(\.essence)).sorted().joined(separator: ", ")
            throw Failure(
                "Book \(id) has no file of the format \(format). "
                    + (known.isEmpty ? "It has no files." : "Its formats: \(known)."), .notFound)
        }
        let target = URL(typed: try output ?? "\(id).\(suffix(of: file))")
        let bar = options.json ? nil : ProgressBar(target.lastPathComponent, on: terminal)
        let length: Int64
        do throws(BookServiceError) {
            length = try await books.download(file, to: target) { bar?.show($0) }
        } catch {
            bar?.end()
            terminal.noteStoredBytes(of: target, after: error.failure)
            if let failure = error.failure.flatMap({ Failure(saving: target, $0) }) { throw failure }
            guard case .notFound = error else { throw error }
            throw Failure(
                "The file of book \(id) was not found at \(file.url.absoluteString.printable). Choose another one with --format.",
                .notFound)
        }
        bar?.end()
        try terminal.show(file: target, bytes: length, json: options.json)
    }

    private var mediaType: String {
        switch format.lowercased() {
        case "text": "text/plain"
        case "html": "text/html"
        case "epub": "application/epub"
        default: format
        }
    }

    private func suffix(of file: Book.Format) throws(Failure) -> String {
        switch file.essence {
        case "text/plain": "txt"
        case "text/html": "html"
        case "application/epub+zip": "epub"
        case "audio/mpeg": "mp3"
        default:
            throw Failure(
                "A file of the type \(file.essence.printable) has no usual suffix. Name it with --output FILE.", .usage)
        }
    }
}

extension ProgressBar {
    func show(_ progress: DownloadProgress) {
        show(progress.fraction, of: progress.total)
    }
}
