import HTTPTypes
public import Networking
public import Primitives

extension CallContext {
    /// A context with defaults, as a fixture client creates it for its first call.
    public static func fixture(
        credentialProvider: CredentialProvider? = nil, time: any TimeSource = ManualClock(),
        monitor: any EventMonitor = SilentMonitor()
    ) throws -> CallContext {
        CallContext(
            id: SequentialIdentifierSource.identifier(1), operation: "fixture()",
            origin: try APIEnvironment.fixture().origin, credentialProvider: credentialProvider, time: time,
            monitor: monitor)
    }
}

extension Call {
    /// A `GET` of `/fixture` that has not been sent yet.
    public static func fixture(
        body: RequestBody = .empty, delivery: BodyDelivery = .buffered(limit: 1024 * 1024), context: CallContext? = nil
    ) throws -> Call {
        Call(
            request: HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/fixture"),
            body: body, context: try context ?? .fixture(), delivery: delivery)
    }
}
