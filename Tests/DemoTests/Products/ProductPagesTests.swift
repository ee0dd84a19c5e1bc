import Foundation
import Testing

@testable import Demo

@Suite("strata api --paginate with the backend's lists")
struct ProductPagesTests {
    private struct Item: Decodable {
        let id: String
    }

    private struct ItemPage: Decodable {
        let items: [Item]
    }

    @Test("the pages have the items of the whole list", arguments: ["users", "products"])
    func pages(list: String) async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let all = try await place.strata("api", "/v2/\(list)?per_page=100")
            let expected = try JSONDecoder().decode(ItemPage.self, from: Data(all.output.utf8)).items.map(\.id)
            #expect(expected.count > 6)
            let array = try await place.strata("api", "/v2/\(list)", "-F", "per_page=3", "--paginate", "--slurp")
            let pages = try JSONDecoder().decode([ItemPage].self, from: Data(array.output.utf8))
            #expect(pages.count == (expected.count + 2) / 3)
            #expect(pages.flatMap(\.items).map(\.id) == expected)
        }
    }
}
