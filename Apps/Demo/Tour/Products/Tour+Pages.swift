import Composition
import Networking

extension Tour {
    /// Follows the pages of a list as `strata api --paginate` does.
    func productPages(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Follow the pages of a list by their links", through: ["Demo", "Networking (Link)", "NIOTransport"]
        ) {
            let (session, environment) = try await pageSession()
            let products = "/v2/products?per_page=10"
            var walk = PageWalk(origin: environment.origin, path: products, limit: nil)
            _ = try await follow(&walk, from: products, with: session)
            try expect(walk.page > 1, "the list of products has one page")
            return ["\(products): Link: rel=\"next\" led through all \(walk.page) pages"]
        }
    }
}
