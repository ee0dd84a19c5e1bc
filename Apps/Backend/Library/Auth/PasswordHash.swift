import Crypto
import CryptoExtras
import Foundation

/// A hashed password: the scrypt key with its salt and cost.
///
/// Other password libraries use the same text form: `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, base64 without padding.
struct PasswordHash: Sendable {
    let cost: PasswordCost
    let salt: Data
    let key: SymmetricKey

    /// Hashes a password with a random salt. This takes a large part of a second and ``PasswordCost/memory`` bytes.
    init(of password: String, cost: PasswordCost) throws {
        let salt = Self.randomSalt()
        self.cost = cost
        self.salt = salt
        key = try Self.deriveKey(from: password, salt: salt, cost: cost)
    }

    /// A hash with a random key, which no password matches. Checking it takes as long as checking a real hash.
    init(decoyAt cost: PasswordCost) {
        self.cost = cost
        salt = Self.randomSalt()
        key = SymmetricKey(size: .init(bitCount: Self.keyLength * 8))
    }

    /// `nil` if the text is malformed or its cost invalid.
    init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        guard let match = parts[2].wholeMatch(of: /ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})/) else { return nil }
        guard let exponent = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3) else {
            return nil
        }
        let cost = PasswordCost(rounds: 1 << min(exponent, 30), blockSize: blockSize, parallelism: parallelism)
        guard cost.isValid, let salt = Data(unpadded: parts[3]), let key = Data(unpadded: parts[4]) else { return nil }
        guard key.count == Self.keyLength else { return nil }
        self.cost = cost
        self.salt = salt
        self.key = SymmetricKey(data: key)
    }

    var text: String {
        let key = key.withUnsafeBytes { Data($0) }
        let parameters = "ln=\(cost.rounds.trailingZeroBitCount),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(parameters)$\(salt.unpaddedBase64)$\(key.unpaddedBase64)"
    }

    /// Derives a key from `password` and compares it with ``key``. `SymmetricKey` compares in constant time.
    func matches(_ password: String) throws -> Bool {
        try Self.deriveKey(from: password, salt: salt, cost: cost) == key
    }

    private static func deriveKey(from password: String, salt: Data, cost: PasswordCost) throws -> SymmetricKey {
        // Keyboards encode an accented letter in one of two ways. Both are the same password (RFC 8265, section 4). The
        // scrypt implementation rejects empty input, and no user has an empty password.
        let bytes = Data(password.precomposedStringWithCanonicalMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            from: bytes.isEmpty ? Data([0]) : bytes, salt: salt, outputByteCount: keyLength,
            rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
    }

    private static func randomSalt() -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private static let keyLength = 32
}

extension Data {
    fileprivate init?(unpadded text: Substring) {
        self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    fileprivate var unpaddedBase64: String { base64EncodedString().replacing("=", with: "") }
}
