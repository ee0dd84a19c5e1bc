import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct UserListTests {
    /// A page as a client decodes it.
    private struct Page: Decodable {
        let items: [Item]
        let page: Int
        let perPage: Int
        let total: Int

        struct Item: Decodable { let id: String }

        private enum CodingKeys: String, CodingKey {
            case items
            case page
            case perPage = "per_page"
            case total
        }
    }

    @Test("the pages of users join to the whole list in order of creation")
    func pages() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            var ids: [String] = []
            for (number, count) in [(1, 4), (2, 4), (3, 2), (4, 0)] {
                let page = try await backend.send(.get, "/v2/users?page=\(number)&per_page=4", token: token)
                    .decode(Page.self)
                #expect(page.page == number && page.perPage == 4 && page.total == 10)
                #expect(page.items.count == count)
                ids += page.items.map(\.id)
            }
            #expect(
                ids == [
                    "u-ada", "u-grace", "u-alan", "u-barbara", "u-donald", "u-edsger", "u-frances", "u-katherine",
                    "u-margaret", "u-tony",
                ])
        }
    }

    @Test("a list without parameters is the first page of 20")
    func defaults() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let page = try await backend.send(.get, "/v2/users", token: token).decode(Page.self)
            #expect(page.page == 1 && page.perPage == 20 && page.items.count == 10)
        }
    }

    @Test(
        "invalid page parameters are reported by field",
        arguments: [
            ("page=0", ["page"]), ("page=-1", ["page"]), ("page=x", ["page"]), ("page=", ["page"]),
            ("page=%2B1", ["page"]), ("per_page=0", ["per_page"]), ("per_page=101", ["per_page"]),
            ("page=99999999999999999999&per_page=1.5", ["page", "per_page"]), ("page=1000001", ["page"]),
        ])
    func badParameters(query: String, fields: [String]) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let problem = try await backend.send(.get, "/v2/users?\(query)", token: token)
                .expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map(\.field) == fields)
        }
    }
}
