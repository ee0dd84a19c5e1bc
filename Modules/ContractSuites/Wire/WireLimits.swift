/// What a transport under ``WireContract/limitClauses`` is to keep its exchanges within; what is `nil` is left as it is.
public struct WireLimits: Sendable {
    /// How long nothing may come or go.
    public var idleTimeout: Duration?
    /// How many bytes a body may have once it is decoded.
    public var decodedBodyLimit: Int?
}
