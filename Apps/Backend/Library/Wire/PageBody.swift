/// One page of a list.
struct PageBody<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    let page: Int
    let perPage: Int
    /// The number of items on all pages.
    let total: Int

    init(_ query: PageQuery, items: [Item], total: Int) {
        self.items = items
        page = query.number
        perPage = query.size
        self.total = total
    }

    private enum CodingKeys: String, CodingKey {
        case items
        case page
        case perPage = "per_page"
        case total
    }
}
