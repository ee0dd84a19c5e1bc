public import EngineTestSupport
public import Networking
public import TestSupport

/// A user at the backend of a ``SimulatedWorld``.
public struct SimulatedProfile: Sendable, Decodable {
    public let id: String
    public let name: String

    fileprivate struct Naming: Encodable, Sendable {
        let name: String
    }
}

/// An order at the backend of a ``SimulatedWorld``. Each processed request adds one, unless its idempotency key is known.
public struct SimulatedOrder: Sendable, Codable {
    /// The client chooses it.
    public let id: String
}

extension FakeResource {
    /// `/v2/orders`.
    static var orders: FakeResource {
        FakeResource("orders", of: SimulatedOrder.self) { number, _ in ["id": "order-\(number)"] }
    }
}

extension FakeBackend {
    /// How many times the order with this number was placed.
    public func orders(_ number: Int) -> Int {
        count(of: "\(number)", in: "orders")
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedProfile {
    /// `GET /users/me`: the caller's own profile.
    public static var profile: Self { Endpoint(.get, "/users/me", response: .json) }

    /// `PUT /users/me`: changes the caller's name. Repeating the same name changes nothing.
    public static func rename(to name: String) -> Self {
        Endpoint(.put, "/users/me", body: .encodable(SimulatedProfile.Naming(name: name)), response: .json)
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedOrder {
    /// `POST /orders`: places an order. Unless it is `keyed`, sending it twice places two.
    public static func order(_ number: Int, _ idempotency: Idempotency = .byMethod) -> Self {
        Endpoint(
            .post, "/orders", body: .encodable(SimulatedOrder(id: "\(number)")), idempotency: idempotency,
            response: .json)
    }
}

extension SimulatedWorld {
    /// A backend on the simulation's clock, which also accepts orders.
    ///
    /// It processes a request on arrival and responds later (``TestSupport/FakeBackend/Rules/delay``), so a client that
    /// gives up in between has still caused the effect of its request.
    public func backend(
        rules: FakeBackend.Rules = FakeBackend.Rules()
    ) throws(InvalidAPIEnvironment) -> FakeBackend {
        try FakeBackend(time: time, rules: rules, adding: [.orders])
    }
}
