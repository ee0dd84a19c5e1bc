import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import Models
import Presentation
import Services

struct BooksFindCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Search while you type, and print the book that you select.",
        discussion: """
            EXAMPLES:
              strata books find
              strata books find moby --json > book.json

            Up and Down (or Ctrl-P and Ctrl-N) select a book, and Enter prints it. Backspace, Ctrl-W and Ctrl-U delete \
            a character, a word and the whole text. Esc, Ctrl-D and Ctrl-C quit without a book (exit code 130).

            The search is drawn on standard error, so standard output may be a file or a pipe.
            """)

    @Argument(help: "Words to begin with.")
    var words: [String] = []

    @OptionGroup var server: BookServerOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !options.watching.verbose else {
            throw ValidationError("--verbose would log over the search. Use --trace or --trace-file.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let alternative = "\(AppName.command) books search WORDS"
        try TerminalFault.check(ProcessInfo.processInfo.environment, alternative: alternative)
        let books = try await app.container.resolve(.books)
        let search = LiveSearch(
            minimumLength: BookFinder.minimumLength, time: try await app.container.resolve(.time)
        ) { term async throws(BookServiceError) in
            try await books.page(of: BookQuery(search: term)).books
        }
        let book = try await TerminalMode.raw(or: TerminalFault(.fixedMode, alternative: alternative)) {
            defer { terminal.prompt(TerminalBlock.erasure) }
            return try await choice(search, terminal)
        }
        try BookOutput(book).show(on: terminal, json: options.json)
    }

    /// The book that the user chooses.
    private func choice(
        _ search: LiveSearch<Book, BookServiceError>, _ terminal: Terminal
    ) async throws -> Book {
        var (finder, decoder) = (BookFinder(), KeystrokeDecoder())
        return try await TerminalEvent.reading { events, change in
            let following = Task { [states = search.states] in
                for await _ in states { change() }
            }
            defer { following.cancel() }
            if case .search(let text) = finder.receive(.text(words.joined(separator: " "))) { search.enter(text) }
            change()
            for await event in events {
                if case .bytes(let bytes) = event {
                    for key in decoder.decode(bytes) {
                        switch finder.receive(key) {
                        case .nothing: break
                        case .search(let text): search.enter(text)
                        case .choose(let book): return book
                        case .quit(let failure): throw failure
                        }
                    }
                }
                // The search's own state, because a state in an event could be older than the text.
                if let book = finder.receive(search.state) { return book }
                let size = TerminalSize(of: STDERR_FILENO)
                terminal.prompt(finder.block(in: size).drawing(in: size))
            }
            throw CancellationError()
        }
    }
}
