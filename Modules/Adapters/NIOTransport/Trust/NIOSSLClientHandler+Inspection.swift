import NIOSSL

extension NIOSSLClientHandler {
    /// A handler whose verification `inspection` follows; BoringSSL still verifies by itself.
    ///
    /// On Apple's platforms and for the system's roots, NIOSSL leaves verification to the Security framework, which has
    /// stricter rules of its own, and never asks `inspection`.
    static func make(
        context: NIOSSLContext, serverHostname: String?, inspectedBy inspection: ChainInspection
    ) throws -> NIOSSLClientHandler {
        try inspected(context: context, serverHostname: serverHostname, by: inspection)
    }

    private static func inspected<Handler: InspectedHandler>(
        context: NIOSSLContext, serverHostname: String?, by inspection: ChainInspection
    ) throws -> Handler {
        try Handler(context: context, serverHostname: serverHostname) { inspection.judge($0, on: $1) }
    }
}

/// NIOSSL deprecates the only callback that adds to BoringSSL's verification: the one that it recommends replaces it. A
/// protocol can be satisfied by a deprecated initializer without a warning at each build.
private protocol InspectedHandler {
    init(
        context: NIOSSLContext, serverHostname: String?, verificationCallback: NIOSSLVerificationCallback?) throws
}

extension NIOSSLClientHandler: InspectedHandler {}
