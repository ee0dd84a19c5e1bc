public import Foundation
public import Networking
public import TestSupport

extension Endpoint where Access: TestMemberScope, Response == SimulatedProfile {
    /// `GET /profile`: the caller's own profile.
    public static var profile: Self { Endpoint(.get, "/profile", response: .json) }

    /// `GET /moved`: the caller's own profile, through a redirect.
    public static var movedProfile: Self { Endpoint(.get, "/moved", response: .json) }

    /// `PUT /profile`: changes the caller's name.
    public static func rename(to name: String) -> Self {
        Endpoint(.put, "/profile", body: .encodable(SimulatedProfile.Naming(name: name)), response: .json)
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedOrder {
    /// Places an order. Unless it is `keyed`, sending it twice creates two orders.
    public static func order(_ number: Int, _ idempotency: Idempotency = .byMethod) -> Self {
        Endpoint(
            .post, "/orders", body: .encodable(SimulatedOrder.Placing(number: number)), idempotency: idempotency,
            response: .json)
    }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    /// `GET /archive`: the same bytes for all users.
    public static var archive: Self { Endpoint(.get, "/archive", response: .data) }
}
