import Foundation
import Testing

@testable import Backend

struct PasswordTests {
    private let cheap = PasswordCost(rounds: 2, blockSize: 1, parallelism: 1)

    @Test("passwords match the test vectors of RFC 7914, section 12")
    func vectors() throws {
        // The RFC derives 64 bytes; scrypt's first 32 do not depend on how many follow.
        let vectors = [
            ("password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
            (
                "pleaseletmein", "SodiumChloride", 16384, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            ),
        ]
        for (password, salt, rounds, blockSize, parallelism, hex) in vectors {
            let key = Data(stride(from: 0, to: 64, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) })
            let text =
                "$scrypt$ln=\(rounds.trailingZeroBitCount),r=\(blockSize),p=\(parallelism)"
                + "$\(unpadded(Data(salt.utf8)))$\(unpadded(key))"
            let hash = try #require(PasswordHash(text: text))
            #expect(try hash.matches(password))
            #expect(try !hash.matches(password + "."))
            #expect(hash.text == text)
        }
    }

    private func unpadded(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

    @Test("each hash has a random salt and matches only its password")
    func salted() throws {
        let first = try PasswordHash(of: "nanosecond-wire", cost: cheap)
        let second = try PasswordHash(of: "nanosecond-wire", cost: cheap)
        #expect(first.text != second.text)
        #expect(first.text.hasPrefix("$scrypt$ln=1,r=1,p=1$"))
        #expect(!first.text.contains("nanosecond"))
        let stored = try #require(PasswordHash(text: first.text))
        #expect(try stored.matches("nanosecond-wire"))
        #expect(try !stored.matches("nanosecond-Wire"))
        #expect(try !stored.matches(""))
    }

    @Test("two encodings of an accented letter are the same password")
    func normalized() throws {
        #expect(try PasswordHash(of: "caf\u{E9}", cost: cheap).matches("cafe\u{301}"))
    }

    @Test(
        "a malformed password hash is refused",
        arguments: [
            "", "plain", "$scrypt$ln=1,r=1,p=1$$", "$bcrypt$ln=1,r=1,p=1$AAAA$AAAA", "$scrypt$ln=1,r=1,p=1$AAAA$AAAA",
            "$scrypt$ln=30,r=8,p=1$AAAA$" + String(repeating: "A", count: 43),
            "$scrypt$ln=0,r=1,p=1$AAAA$" + String(repeating: "A", count: 43),
            "$scrypt$ln=1,r=0,p=1$AAAA$" + String(repeating: "A", count: 43),
            "$scrypt$ln=99,r=1,p=1$AAAA$" + String(repeating: "A", count: 43),
        ])
    func refused(text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test("the standard cost meets OWASP's minimum with 32 MiB")
    func standardCost() {
        #expect(PasswordCost.standard.isValid)
        #expect(PasswordCost.standard.memory == 32 * 1024 * 1024)
        #expect(PasswordCost.standard.rounds * PasswordCost.standard.parallelism >= 3 << 15)
    }

    @Test("the server does not start with an invalid password cost")
    func invalidCost() async throws {
        let cost = PasswordCost(rounds: 3, blockSize: 1, parallelism: 1)
        await #expect(throws: BackendError.passwordCostInvalid(cost)) {
            try await PasswordHasher.withHasher(cost: cost, limits: BackendLimits()) { _ in }
        }
    }

    @Test("without a hash no password is correct")
    func decoy() async throws {
        try await PasswordHasher.withHasher(cost: cheap, limits: BackendLimits()) { hasher in
            let hash = try await hasher.hash("right")
            let isRight = try await hasher.verify("right", against: hash)
            let isWithout = try await hasher.verify("right", against: nil)
            #expect(isRight && !isWithout)
        }
    }

    @Test("a token has 256 random bits, and other text is not a token")
    func tokens() {
        let tokens = (0..<1000).map { _ in OpaqueToken() }
        #expect(Set(tokens.map(\.text)).count == 1000)
        #expect(Set(tokens.map(\.digest)).count == 1000)
        #expect(tokens.allSatisfy { OpaqueToken(text: $0.text)?.digest == $0.digest && $0.digest.count == 32 })
        let wrong = [("A", 0), ("A", 42), ("A", 44), ("=", 43), ("ä", 43)]
        for (character, count) in wrong {
            #expect(OpaqueToken(text: String(repeating: character, count: count)) == nil)
        }
    }
}
