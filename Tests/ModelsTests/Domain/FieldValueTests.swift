import Foundation
import Testing

@testable import Models

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

    @Test("a decimal is coded exactly", arguments: ["0.1", "-12.345", "12345678901234567.89", "0"])
    func decimals(text: String) throws {
        let number = try #require(Decimal(string: text))
        let json = JSONCoding()
        #expect(try String(decoding: json.encode([number]), as: UTF8.self) == "[\(text)]")
        #expect(try json.decode(Decimal.self, from: Data(text.utf8)) == number)
    }
}
