public import Networking
public import Primitives

extension Client {
    /// A client with defaults: plain JSON, sequential identifiers and a manual clock.
    public static func fixture(
        transport: any Transport, interceptors: [any Interceptor] = [], environment: APIEnvironment? = nil,
        coding: any BodyCoding = PlainJSONBodyCoding(), time: any TimeSource = ManualClock(),
        identifiers: any IdentifierSource = SequentialIdentifierSource(), monitor: any EventMonitor = SilentMonitor(),
        responseLimit: Int = 1024 * 1024, publicQueryNames: PublicQueryNames = []
    ) throws -> Client {
        Client(
            environment: try environment ?? .fixture(), coding: coding,
            pipeline: Pipeline(interceptors: interceptors, transport: transport), time: time,
            identifiers: identifiers, monitor: monitor, responseLimit: responseLimit, publicQueryNames: publicQueryNames
        )
    }
}
