public import Networking
public import Primitives

extension TokenEndpointClient {
    /// A client with defaults: plain JSON, sequential identifiers and a manual clock.
    public static func fixture(
        transport: any Transport, environment: APIEnvironment? = nil, coding: any BodyCoding = PlainJSONBodyCoding(),
        timeout: Duration = .seconds(10), time: any TimeSource = ManualClock(),
        identifiers: any IdentifierSource = SequentialIdentifierSource(), monitor: any EventMonitor = SilentMonitor()
    ) throws -> TokenEndpointClient {
        TokenEndpointClient(
            environment: try environment ?? .fixture(), coding: coding, transport: transport, timeout: timeout,
            time: time, identifiers: identifiers, monitor: monitor)
    }
}
