import Foundation
import HTTPTypes
public import Primitives

/// Signs every call with a user name and a password (RFC 7617), both as UTF-8.
///
/// They are bound to one origin; see ``APIKeyInterceptor``, which has the same place in the pipeline.
public struct BasicAuthenticationInterceptor: Interceptor {
    private let origin: Origin
    private let value: Secret<String>

    /// Throws ``InvalidCredential`` for a user name with a colon, because the colon separates it from the password (RFC
    /// 7617 section 2), and for control characters in either.
    public init(user: String, password: Secret<String>, for origin: Origin) throws(InvalidCredential) {
        guard !user.contains(":") else {
            throw InvalidCredential(reason: "A user name for basic authentication can't have a colon.")
        }
        for text in [user, password.reveal()] where text.unicodeScalars.contains(where: Self.isControl) {
            throw InvalidCredential(reason: "A user name or password can't have control characters.")
        }
        self.origin = origin
        value = Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard try call.mayCarryCredential(of: origin) else { return try await next(call) }
        return try await next(try call.carrying(value, in: .authorization))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
