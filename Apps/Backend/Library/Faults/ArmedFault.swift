import HTTPTypes
import Hummingbird
import Synchronization

/// One kind of fault with the route that arms it: `POST /faults/<name>`. Arming it again replaces the remaining charge.
final class ArmedFault<Order: FaultOrder>: Sendable {
    private let bodies: JSONBodyReader
    private let charge = Mutex<FaultCharge<Order>?>(nil)

    init(bodies: JSONBodyReader) {
        self.bodies = bodies
    }

    func addControls(to group: RouterGroup<BackendRequestContext>) {
        group.post(RouterPath(Order.name)) { request, _ in
            let values = try await self.bodies.read([String: FaultForm.Value].self, from: request)
            let charge = try FaultCharge<Order>(FaultForm(values))
            self.charge.withLock { $0 = charge }
            return HTTPResponse.Status.noContent
        }
    }

    func disarm() {
        charge.withLock { $0 = nil }
    }

    func strike(_ request: Request, where applies: (Order) -> Bool = { _ in true }) -> Order? {
        charge.withLock { $0?.strike(request.uri.path, where: applies) }
    }
}
