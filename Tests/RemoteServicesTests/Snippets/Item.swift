import Networking
import RemoteServices

/// An entity that only these snippets have.
struct Item: Sendable, Decodable {}

extension Endpoint where Access: MemberScope, Response == Item {
    static func ownItem() -> Self { Endpoint(.get, "/items/own", response: .json) }
}

extension Endpoint where Access: AdminScope, Response == [Item] {
    static func items(page: Int) -> Self { Endpoint(.get, "/items", query: [QueryItem("page", page)], response: .json) }
}
