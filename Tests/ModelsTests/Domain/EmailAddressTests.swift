import Models
import Testing

struct EmailAddressTests {
    static let good: [(given: String, stored: String)] = [
        ("ada@example.com", "ada@example.com"),
        ("  ada@example.com\n", "ada@example.com"),
        ("Ada.Lovelace@EXAMPLE.Com", "Ada.Lovelace@example.com"),
        ("a+tag@b.co", "a+tag@b.co"),
        ("!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"),
        ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
        ("ada@BÜCHER.example", "ada@bücher.example"),
        ("用户@例子.广告", "用户@例子.广告"),
        ("ada@उदाहरण.example", "ada@उदाहरण.example"),
        ("ada@a-b.1.example", "ada@a-b.1.example"),
        (String(repeating: "a", count: 64) + "@example.com", String(repeating: "a", count: 64) + "@example.com"),
    ]

    @Test("an address is stored without surrounding white space and with its domain in lower case", arguments: good)
    func accepted(given: String, stored: String) throws {
        let email = try EmailAddress(given)
        #expect(email.text == stored)
        #expect("\(email)" == stored)
        #expect(try EmailAddress(stored) == email)
    }

    static let bad = [
        "", " ", "ada", "@", "ada@", "@example.com", "ada@example", "a@b@c.de", "ada@@example.com", ".ada@example.com",
        "ada.@example.com", "a..b@example.com", "ada lovelace@example.com", "ada@exam ple.com", "ada@example..com",
        "ada@.example.com", "ada@example.com.", "ada@-a.com", "ada@a-.com", "ada@a_b.com", "ada@[127.0.0.1]",
        "\"ada\"@example.com", "ada(comment)@example.com", "<ada@example.com>", "ada,grace@example.com",
        "a\u{0}b@example.com", "a\u{7F}@example.com", "a\u{85}@example.com", "a\u{3000}b@example.com",
        // Blanks, invisible characters and look-alikes of the dot and the slash, beyond ASCII.
        "ada@exa\u{2028}mple.com", "ada@exa\u{200B}mple.com", "ada@exa\u{202E}mple.com", "ada@exa\u{3000}mple.com",
        "ada@example\u{3002}com.de", "ada@example.com\u{2044}evil.de", "ada@\u{1F600}.example",
        String(repeating: "a", count: 65) + "@example.com",
        "ada@" + String(repeating: "a", count: 64) + ".com",
        "ada@" + String(repeating: "abcdefgh.", count: 28) + "com",
    ]

    @Test("an address that can't receive mail is rejected with its field", arguments: bad)
    func refused(candidate: String) {
        let error = #expect(throws: InvalidValue.self) { try EmailAddress(candidate) }
        #expect(error?.field == "email")
        #expect(error?.reason.hasSuffix(".") == true)
    }

    @Test("domains compare without case, local parts with it")
    func comparing() throws {
        #expect(try EmailAddress("ada@EXAMPLE.com") == EmailAddress("ada@example.com"))
        #expect(try EmailAddress("Ada@example.com") != EmailAddress("ada@example.com"))
    }

    static let parts = [
        "", "a", "ab", "a.b", "a.b.c", ".a", "a.", "a..b", "-a", "a-", "a-b", "a.-b", "a-.b", "a--b", "_", "a_b", "a+b",
        "A",
        "a.B", "1", "1.2", "a b", "é", "a.é", "a'b", String(repeating: "a", count: 63),
        String(repeating: "a", count: 64),
        String(repeating: "a", count: 63) + ".b",
    ]

    /// A trailing blank makes an address bypass the fast path for plain ones.
    @Test("a plain address is validated like any other", arguments: parts)
    func plain(local: String) {
        for domain in Self.parts {
            for candidate in ["\(local)@\(domain)", "\(local)\(domain)", "\(local)@\(domain)@a.b"] {
                #expect((try? EmailAddress(candidate)) == (try? EmailAddress("\(candidate) ")), "\(candidate)")
            }
        }
    }

    @Test("an address has 254 bytes at most")
    func length() throws {
        let domain = String(repeating: "abcdefg.", count: 24) + "example"
        let local = String(repeating: "a", count: 254 - domain.utf8.count - 1)
        #expect(try EmailAddress("\(local)@\(domain)").text.utf8.count == 254)
        #expect(throws: InvalidValue.self) { try EmailAddress("a\(local)@\(domain)") }
    }
}
