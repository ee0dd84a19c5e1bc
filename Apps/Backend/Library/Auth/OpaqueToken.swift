import Crypto
import Foundation

/// A bearer token: 32 random bytes in base64url without padding (RFC 4648, section 5).
///
/// It means nothing by itself. The server keeps only its digest, so who reads the database cannot use what is there;
/// a fast digest is enough, since nobody can guess 256 bits.
struct OpaqueToken: Sendable {
    /// What the client holds.
    let text: String

    /// A new token from the system's random number generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What a client sent; anything but 43 characters of base64url is none of ours.
    init?(text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// The SHA-256 digest under which the token is stored and looked up.
    var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }

    private static let alphabet = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)
}
