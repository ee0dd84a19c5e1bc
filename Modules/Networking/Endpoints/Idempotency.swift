import HTTPTypes

/// What makes it safe to send an endpoint's call twice.
public enum Idempotency: Sendable, Hashable {
    /// Its method: GET, HEAD, PUT and DELETE may be repeated (RFC 9110 section 9.2.2), POST and PATCH may not.
    case byMethod
    /// A key that is made once for each call and sent with every attempt as `Idempotency-Key`, by which the server does
    /// once what it was asked twice (draft-ietf-httpapi-idempotency-key-header). Say so only where the server keeps
    /// such keys: one that ignores them makes duplicates.
    ///
    /// An endpoint with an Idempotency-Key among its own headers keeps that one: for a call that must be known again
    /// after a restart.
    case keyed
}

extension HTTPField.Name {
    /// Not registered yet, so the library has no name for it.
    static var idempotencyKey: HTTPField.Name {
        // The name is a valid token, so the parsing initialiser can't fail; the fallback is never sent in practice.
        HTTPField.Name("Idempotency-Key") ?? .from
    }
}
