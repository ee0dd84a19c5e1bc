import Networking
import TestSupport

/// The resource of the endpoints in these tests.
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
