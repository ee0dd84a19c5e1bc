import CommandLine
import Composition
import Foundation
import Models
import Networking
import Presentation
import Primitives
import RemoteServices
import Services

extension Tour {
    /// Requests each page once, and none after the last.
    func bookCatalog(_ narrator: inout TourNarrator) async throws {
        let books = app.books
        try await narrator.step(
            "Search a catalog of books, read three pages, and download a text", with: [books]
        ) {
            _ = monitor.take()
            var (list, count, pages) = ([Book](), 0, 0)
            for try await page in books.pages(matching: BookQuery(search: "sample volume"), limit: 96) {
                list += page.books
                count = page.count
                pages += 1
            }
            let seen = monitor.take()
            try expect(list.count == 96 && pages == 3, "\(pages) pages have \(list.count) books")
            try expect(seen.attempts == pages, "\(pages) pages needed \(seen.attempts) requests")
            let found = try await books.page(of: BookQuery(search: "melville whale")).books.first
            guard let found, let text = found.format("text/plain") else {
                throw Failure("The tour failed: the catalog has no text of Moby Dick.", .failure)
            }
            let book = try await books.book(id: found.id)
            let file = app.settings.dataDirectory.appending(path: "\(book.id).txt")
            let length = try await books.download(text, to: file) { _ in }
            return [
                "read \(list.count) of \(count.grouped) books on \(pages) pages with \(seen.attempts) requests",
                "\(book.id)  \(book.title), \(book.authors.map(\.nameWithYears).joined(separator: ", "))",
                "saved its text, \(length.grouped) bytes of \(text.mediaType)",
            ]
        }
    }

    /// While the first search waits for its slow response, the profile is loaded. Then another term replaces the search.
    @MainActor
    func bookSearch(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let (service, users) = (app.books, visit.services.users)
        let time = app.time
        try await narrator.step(
            "Search while typing: a new term replaces the search in flight", with: [BookSearchViewModel.self, service]
        ) {
            let activity = Activity()
            let books = BookSearchViewModel(books: service, time: time, activity: activity)
            let profile = ProfileViewModel(users: users, page: try PageRequest(size: 3), activity: activity)
            try await visit.faults.send(
                .fault("drip", ["count": 1, "bytes": 64, "milliseconds": 200, "path": "/books"]))
            _ = monitor.take()
            books.text = "d"
            guard case .idle = books.state else {
                throw Failure("The tour failed: one character was searched.", .failure)
            }
            let keystrokes = ["dr", "dra", "drac"]
            for text in keystrokes { books.text = text }
            try await wait { activity.isActive || hasOutcome(books) }
            profile.load()
            // The wait also ends if the response came too early, which the number of cancellations below reveals.
            try await wait { activity.count == 2 || !activity.isActive }
            try await wait { if case .loading = profile.state { false } else { true } }
            books.text = "dracula"
            try await wait { hasOutcome(books) }
            let seen = monitor.take()
            try expect(seen.cancellations == 1, "\(seen.cancellations) requests were cancelled")
            try expect(seen.attempts == 4, "\(seen.attempts) requests were sent")
            guard let book = books.state.items.first else {
                throw Failure("The tour failed: \(books.message?.english ?? "no book was found.")", .failure)
            }
            // The server's wait is too long for a retry.
            try await visit.faults.send(.fault("refuse", ["count": 1, "retry_after": 600, "path": "/books"]))
            books.text = "whale"
            try await wait { hasOutcome(books, of: "whale") }
            guard books.state.items.isEmpty, let message = books.message else {
                throw Failure("The tour failed: the refused search has results.", .failure)
            }
            books.text = "melville"
            try await wait { hasOutcome(books, of: "melville") }
            try expect(books.message == nil, "the search after the refused one failed")
            return [
                "typed d: too short to search",
                "typed \(keystrokes.joined(separator: ", ")): 1 request; one indicator counted 2 overlapping calls",
                "typed dracula: that request was cancelled, 1 new one",
                "found: \(book.title.printable)",
                "typed whale: an empty list (\(message.english.printable)); typed melville: \(books.state.items.count) found",
            ]
        }
    }

    @MainActor
    private func hasOutcome(_ books: BookSearchViewModel) -> Bool {
        !books.state.items.isEmpty || books.message != nil
    }

    /// A list stays until the request for the next term is sent.
    @MainActor
    private func hasOutcome(_ books: BookSearchViewModel, of term: String) -> Bool {
        switch books.state {
        case .results(term, _), .failed(term, _): true
        default: false
        }
    }
}

extension Tour {
    /// Follows the pages of a list whose links are in the body, as `strata api --paginate` does.
    func bookPages(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Follow the pages of a list by links in the body, and no page of another server"
        ) {
            let (session, environment) = try pageSession()
            let books = "/books/?search=sample%20volume"
            var walk = PageWalk(origin: environment.origin, path: books, limit: 2)
            let last = try await follow(&walk, from: books, with: session)
            try expect(walk.page == 2, "\(walk.page) pages of books were requested")
            let lines = ["\(books): \"next\" in the body led to page \(walk.page), then the limit ended the walk"]
            guard let elsewhere = last.resolve("//elsewhere.example/books") else { return lines }
            guard
                case .failure(let refusal) = Result(catching: { () throws(PaginationError) in
                    try walk.advance(to: .at(elsewhere))
                })
            else { throw Failure("The tour failed: a page of another server was accepted.", .failure) }
            return lines + [refusal.report(at: nil).message]
        }
    }
}
