import Networking
import TestSupport

/// What the endpoints of these tests are about.
struct Item: Codable, Equatable, Sendable {
    let name: String
}

extension Endpoint where Access: TestGuestScope, Response == Item {
    static var item: Self { .item(at: "/item") }

    static func item(at path: EndpointPath) -> Self {
        Endpoint(.get, path, response: .json)
    }

    static func post(_ body: EndpointBody) -> Self {
        Endpoint(.post, "/item", body: body, response: .json)
    }
}
