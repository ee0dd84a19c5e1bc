import Composition
import Foundation
import Networking
import Primitives
import RemoteServices

extension Tour {
    /// Follows the pages of a list as `strata api --paginate` does.
    func pages(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Follow the pages of two lists, and no page of another server",
            through: ["Demo", "Networking (Link)", "NIOTransport"]
        ) {
            let environment = try APIEnvironment(name: "pages", baseURL: app.settings.baseURL)
            let session = try await app.client(for: environment).session(for: Guest.self)
            let (products, books) = ("/v2/products?per_page=10", "/books/?search=sample%20volume")
            var walk = PageWalk(origin: environment.origin, path: products, limit: nil)
            _ = try await follow(&walk, from: products, with: session)
            var lines = ["\(products): Link: rel=\"next\" led through all \(walk.page) pages"]
            try expect(walk.page > 1, "the list of products has one page")
            walk = PageWalk(origin: environment.origin, path: books, limit: 2)
            let last = try await follow(&walk, from: books, with: session)
            lines.append("\(books): \"next\" in the body led to page \(walk.page), then the limit ended the walk")
            try expect(walk.page == 2, "\(walk.page) pages of books were requested")
            guard let elsewhere = last.resolve("//elsewhere.example/books") else { return lines }
            guard
                case .failure(let refusal) = Result(catching: { () throws(PaginationError) in
                    try walk.advance(to: .at(elsewhere))
                })
            else { throw Failure("The tour failed: a page of another server was accepted.", .failure) }
            lines.append(refusal.report(at: nil).message)
            return lines
        }
    }

    /// Requests pages until the walk ends, and returns the last one.
    private func follow(
        _ walk: inout PageWalk, from first: String, with session: Session<Guest>
    ) async throws -> RawResponse {
        var path = first
        while true {
            let page = Endpoint<Guest, Data>(
                .get, EndpointPath(stringLiteral: path), response: .data, operation: "page")
            let response = try await session.response(to: page)
            guard let json = JSONText(response.body) else { throw PaginationError.notJSON(page: walk.page) }
            let next = try NextPage(after: response, json, page: walk.page)
            guard case .request(let following) = try walk.advance(to: next) else { return response }
            path = following
        }
    }
}
