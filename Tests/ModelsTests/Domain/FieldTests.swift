import Foundation
import Testing

@testable import Models

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
        "A", "a.B", "1", "1.2", "a b", "é", "a.é", "a'b", String(repeating: "a", count: 63),
        String(repeating: "a", count: 64), String(repeating: "a", count: 63) + ".b",
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

struct UserIDTests {
    @Test(
        "an id is stored as the server spells it",
        arguments: [
            "a", "7", "u-ada", "U_1.b", "018f4d1e-7c1b-7cc2-a3f4-9a0c7c1b7cc2", String(repeating: "z", count: 64),
        ])
    func accepted(candidate: String) throws {
        #expect(try UserID(candidate).text == candidate)
        #expect(try "\(UserID(candidate))" == candidate)
    }

    static let bad = [
        "", " ", ".", "..", "-a", "_a", ".a", "a/b", "../admin", "a b", "a%2Fb", "a\\b", "a\n", "a\u{0}", "é",
        "a\u{301}", "１", "a?b", "a#b", "a:b", String(repeating: "z", count: 65),
    ]

    @Test("text that could become another path, header or file name is not an id", arguments: bad)
    func refused(candidate: String) {
        let error = #expect(throws: InvalidValue.self) { try UserID(candidate) }
        #expect(error?.field == "id")
    }

    @Test("a user's id may be a whole number on the wire, and is sent as text")
    func number() throws {
        let ids = try JSONDecoder().decode([UserID].self, from: Data(#"[7, "7"]"#.utf8))
        #expect(ids.map(\.text) == ["7", "7"])
        #expect(try String(decoding: JSONEncoder().encode(ids), as: UTF8.self) == #"["7","7"]"#)
        for other in ["1.5", "true", "null", "-7"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([UserID].self, from: Data("[\(other)]".utf8))
            }
        }
    }

    @Test("ids that differ in case are different")
    func comparing() throws {
        #expect(try UserID("u-ada") != UserID("U-Ada"))
    }
}

@Suite("Values of fields")
struct FieldValueTests {
    @Test("a text has 1 to 1000 characters, without control characters and without white space around it")
    func texts() throws {
        #expect(try " a\nb ".valid(as: "f") == "a\nb")
        #expect(try Optional<String>.none.valid(as: "f") == nil)
        for text in ["", " ", "a\u{7}", String(repeating: "a", count: 1001)] {
            #expect(throws: InvalidValue.self) { try text.valid(as: "f") }
            #expect(throws: InvalidValue.self) { try Optional(text).valid(as: "f") }
        }
    }

    @Test("a decimal is a number, and a date is one that RFC 3339 can express")
    func numbersAndDates() throws {
        #expect(try Decimal(0.1).valid(as: "f") == Decimal(0.1))
        #expect(throws: InvalidValue.self) { try Decimal.nan.valid(as: "f") }
        #expect(throws: InvalidValue.self) { try Timestamp(.distantPast).valid(as: "f") }
    }

    @Test("an id is safe as a segment of a path", arguments: ["", "../admin", "a b", ".a", "ä"])
    func identifiers(text: String) throws {
        #expect(throws: InvalidValue.self) { try Identifier<Int>(text) }
        #expect(try Identifier<Int>("a-1_b.C").text == "a-1_b.C")
    }

    @Test("an id may be a number on the wire, which is text in the app", arguments: [("7", "7"), (#""a-7""#, "a-7")])
    func wireIdentifiers(json: String, text: String) throws {
        #expect(try JSONDecoder().decode([Identifier<Int>].self, from: Data("[\(json)]".utf8)).map(\.text) == [text])
        for wrong in ["7.5", "true", "null", #""../7""#, "-7"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([Identifier<Int>].self, from: Data("[\(wrong)]".utf8))
            }
        }
    }

    @Test("a decimal is coded exactly", arguments: ["0.1", "-12.345", "12345678901234567.89", "0"])
    func decimals(text: String) throws {
        let number = try #require(Decimal(string: text))
        let json = JSONCoding()
        #expect(try String(decoding: json.encode([number]), as: UTF8.self) == "[\(text)]")
        #expect(try json.decode(Decimal.self, from: Data(text.utf8)) == number)
    }
}
