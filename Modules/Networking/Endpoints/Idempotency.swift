import HTTPTypes

/// What makes it safe to send an endpoint's call again.
public enum Idempotency: Sendable, Hashable {
    /// By method (RFC 9110 section 9.2.2): GET, HEAD, PUT and DELETE may be repeated; POST and PATCH only if the server
    /// can't have processed them.
    case byMethod
    /// A key that is generated once for each call and sent with every attempt as `Idempotency-Key`
    /// (draft-ietf-httpapi-idempotency-key-header), so that the server recognizes a repeated call. Use it only if the
    /// server supports it: a server that ignores the key creates duplicates.
    ///
    /// If the endpoint's own headers contain an Idempotency-Key, that key is sent. Use this for a call that may be
    /// repeated after a restart of the app.
    case keyed
    /// The call may be repeated whatever its method, because it only reads, such as a query that is sent with POST.
    case always
}

extension HTTPField.Name {
    /// The field is not registered yet, so HTTPTypes has no name for it.
    static var idempotencyKey: HTTPField.Name {
        // The name is a valid token, so the initializer can't fail and the fallback is never used.
        HTTPField.Name("Idempotency-Key") ?? .from
    }
}
