import Foundation
import HTTPTypes

/// A bearer token: 32 random bytes in base64url without padding (RFC 4648, section 5).
///
/// The server stores only its digest, so a leaked database contains no usable token. A fast digest is enough, because
/// 256 random bits cannot be guessed.
struct OpaqueToken: Sendable {
    /// The token as the client sends it.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads a client's token; `nil` unless it has 43 characters of base64url.
    init?(text: String) {
        guard text.wholeMatch(of: /[0-9A-Za-z_\-]{43}/) != nil else { return nil }
        self.text = text
    }

    /// The SHA-256 digest that the database stores.
    var digest: Data { Data(text.utf8).sha256 }
}

struct TokenPair: Sendable {
    let access: OpaqueToken
    let refresh: OpaqueToken
    /// The lifetime of the access token.
    let lifetime: Duration
}

/// The response to a login (with the user) or a refresh (without). The keys are those of RFC 6749, section 5.1.
struct TokenBody: Encodable, Sendable {
    let accessToken: String
    let tokenType = "Bearer"
    /// The lifetime of the access token in whole seconds.
    let expiresIn: Int64
    let refreshToken: String
    let user: UserBody?

    init(_ pair: TokenPair, user: UserBody? = nil) {
        accessToken = pair.access.text
        expiresIn = pair.lifetime.components.seconds
        refreshToken = pair.refresh.text
        self.user = user
    }

    /// RFC 6749, section 5.1: no cache may store tokens.
    var reply: Reply {
        get throws { try .json(self, headers: [.cacheControl: "no-store"]) }
    }
}
