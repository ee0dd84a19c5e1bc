import Composition
import Networking

extension Tour {
    /// Follows the pages of a list whose links are in the body, as `strata api --paginate` does.
    func bookPages(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Follow the pages of a list by links in the body, and no page of another server",
            through: ["Demo", "Networking", "NIOTransport"]
        ) {
            let (session, environment) = try await pageSession()
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
