/// The limits of a transport that ``WireContract/limitClauses`` checks. `nil` leaves the transport's default.
public struct WireLimits: Sendable {
    /// How long a connection may be idle.
    public var idleTimeout: Duration?
    /// How many bytes a decoded body may have.
    public var decodedBodyLimit: Int?
}
