import NIOSSL

extension NIOSSLClientHandler {
    /// Makes a handler that passes BoringSSL's verdicts to `inspection`.
    ///
    /// On Apple platforms with the system's roots, NIOSSL leaves verification to the Security framework, which has
    /// stricter rules, and never calls `inspection`.
    static func make(
        context: NIOSSLContext, serverHostname: String?, inspectedBy inspection: ChainInspection
    ) throws -> NIOSSLClientHandler {
        try inspected(context: context, serverHostname: serverHostname, by: inspection)
    }

    private static func inspected<Handler: InspectedHandler>(
        context: NIOSSLContext, serverHostname: String?, by inspection: ChainInspection
    ) throws -> Handler {
        try Handler(context: context, serverHostname: serverHostname) { inspection.evaluate($0, on: $1) }
    }
}

/// NIOSSL deprecates the only callback that adds to BoringSSL's verification; the recommended one replaces it. A
/// deprecated initializer can satisfy a protocol without a warning.
private protocol InspectedHandler {
    init(
        context: NIOSSLContext, serverHostname: String?, verificationCallback: NIOSSLVerificationCallback?) throws
}

extension NIOSSLClientHandler: InspectedHandler {}
