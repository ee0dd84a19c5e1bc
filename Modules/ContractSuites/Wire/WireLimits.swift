/// The limits of a transport that ``WireContract/limitClauses`` checks. `nil` leaves the transport's default.
public struct WireLimits: Sendable {
    /// How long an exchange may wait for the server without progress.
    public var idleTimeout: Duration?
    /// How many bytes a decoded body may have.
    public var decodedBodyLimit: Int?
}
