/// One page of users.
struct UserPageBody: Encodable, Sendable {
    let items: [UserBodyV2]
    let page: Int
    let perPage: Int
    /// How many users there are on all pages.
    let total: Int

    private enum CodingKeys: String, CodingKey {
        case items
        case page
        case perPage = "per_page"
        case total
    }
}
