import HTTPTypes
import Hummingbird
import Synchronization

/// One kind of fault with the route that arms it: `POST /faults/<name>`. Arming it again replaces the remaining charge.
final class ArmedFault<Settings: FaultSettings>: Sendable {
    private let bodies: JSONBodyReader
    private let charge = Mutex<FaultCharge<Settings>?>(nil)

    init(bodies: JSONBodyReader) {
        self.bodies = bodies
    }

    func addControls(to group: RouterGroup<BackendRequestContext>) {
        group.post(RouterPath(Settings.name)) { request, _ in
            let values = try await self.bodies.read([String: FaultForm.Value].self, from: request)
            let charge = try FaultCharge<Settings>(FaultForm(values))
            self.charge.withLock { $0 = charge }
            return HTTPResponse.Status.noContent
        }
    }

    func disarm() {
        charge.withLock { $0 = nil }
    }

    func consume(_ request: Request, where applies: (Settings) -> Bool = { _ in true }) -> Settings? {
        charge.withLock { $0?.consume(request.uri.path, where: applies) }
    }
}
