import Foundation
import Models
import TestSupport
import Testing

@Suite("Rules of products")
struct ProductRuleTests {
    @Test(
        "an SKU has capital letters and digits with single hyphens between them",
        arguments: ["A", "0", "CARD-1000", "A-B-C-9", String(repeating: "A", count: 40)])
    func sku(text: String) throws {
        #expect(try SKU(text).text == text)
    }

    @Test(
        "any other SKU is refused with its field",
        arguments: [
            "", "-", "card-1000", "A--B", "-A", "A-", "A B", "A_B", "É", "\u{212A}", "A\n",
            String(repeating: "A", count: 41),
        ])
    func invalidSKU(text: String) {
        let error = #expect(throws: InvalidValue.self) { try SKU(text) }
        #expect(error?.field == "sku")
    }

    @Test(
        "an amount is an exact decimal with the currency's places",
        arguments: [
            ("0", "EUR", "0.00"), ("0.1", "EUR", "0.10"), ("19.9", "EUR", "19.90"), ("12.50", "EUR", "12.50"),
            ("999999999.99", "EUR", "999999999.99"), ("0.01", "USD", "0.01"), ("4800", "JPY", "4800"),
            ("0", "JPY", "0"), ("1.5", "KWD", "1.500"), ("0.001", "KWD", "0.001"),
            ("999999999.999", "KWD", "999999999.999"), ("7", "XYZ", "7.00"),
        ])
    func price(amount: String, currency: String, text: String) throws {
        let price = try Price(amount, Currency(currency))
        #expect(price.amountText == text)
        #expect(price.description == "\(text) \(currency)")
        #expect(try price == Price(text, Currency(currency)))
        #expect(try price.amount == #require(Decimal(string: amount)))
    }

    @Test(
        "any other amount is refused with its field",
        arguments: [
            ("", "EUR"), (".", "EUR"), (".5", "EUR"), ("5.", "EUR"), ("-1", "EUR"), ("+1", "EUR"), ("1,50", "EUR"),
            ("01", "EUR"), ("00", "EUR"), ("1.005", "EUR"), ("1000000000", "EUR"), ("1e3", "EUR"), (" 1", "EUR"),
            ("1.2.3", "EUR"), ("4800.5", "JPY"), ("4800.", "JPY"), ("1.0005", "KWD"), ("١", "EUR"), ("NaN", "EUR"),
        ])
    func invalidAmount(amount: String, currency: String) throws {
        let currency = try Currency(currency)
        let error = #expect(throws: InvalidValue.self) { try Price(amount, currency) }
        #expect(error?.field == "price.amount")
    }

    @Test("a currency is a code of three capital letters", arguments: ["", "EU", "EURO", "eur", "E1R", "€€€"])
    func invalidCurrency(text: String) {
        let error = #expect(throws: InvalidValue.self) { try Currency(text) }
        #expect(error?.field == "price.currency")
    }

    @Test("a name is one line of up to 120 scalars without surrounding white space")
    func name() throws {
        #expect(try ProductName("  Punched cards\t").text == "Punched cards")
        #expect(try ProductName(String(repeating: "é", count: 120)).text.count == 120)
        for text in ["", "  ", "two\nlines", "a\u{2028}b", "bell\u{7}", String(repeating: "a", count: 121)] {
            let error = #expect(throws: InvalidValue.self) { try ProductName(text) }
            #expect(error?.field == "name")
        }
    }

    @Test("a description has up to 1000 scalars and no control characters but line breaks and tabs")
    func details() throws {
        #expect(try NewProduct.fixture(details: "Two\n\tlines").details == "Two\n\tlines")
        #expect(try NewProduct.fixture(details: String(repeating: "a", count: 1000)).details != nil)
        for text in ["bell\u{7}", "a\r\nb", String(repeating: "a", count: 1001)] {
            let error = #expect(throws: InvalidValue.self) { try NewProduct.fixture(details: text) }
            #expect(error?.field == "description")
        }
    }
}

@Suite("Products on the wire")
struct ProductWireTests {
    private let json = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])

    private static let product = """
        {"created_at":"2026-02-07T09:00:00.000Z","description":"29.98 cm of copper.","id":"p-nanosecond",\
        "name":"Nanosecond of wire","price":{"amount":"1.00","currency":"USD"},"sku":"NANOSECOND"}
        """

    @Test("a product is read from the server's keys, and unknown keys are ignored")
    func complete() throws {
        let text = Self.product.replacing(#""sku""#, with: #""new_key":[1],"sku""#)
        #expect(
            try json.decode(Product.self, from: Data(text.utf8))
                == .fixture(
                    id: "p-nanosecond", sku: "NANOSECOND", name: "Nanosecond of wire", price: "1.00", currency: "USD",
                    details: "29.98 cm of copper.", createdAt: Date(timeIntervalSince1970: 1_770_454_800)))
    }

    @Test("a description may be null or missing", arguments: [#""description":null,"#, ""])
    func withoutDescription(member: String) throws {
        let text = Self.product.replacing(#""description":"29.98 cm of copper.","#, with: member)
        #expect(try json.decode(Product.self, from: Data(text.utf8)).details == nil)
    }

    @Test(
        "a product that breaks a rule is a decoding error with the path and the rule",
        arguments: [
            (#""p-nanosecond""#, #""../admin""#, "id", "id"), (#""NANOSECOND""#, #""nanosecond""#, "sku", "sku"),
            (#""Nanosecond of wire""#, #""""#, "name", "name"),
            (#""1.00""#, #""1.005""#, "price.amount", "price.amount"),
            (#""USD""#, #""usd""#, "price.currency", "price.currency"),
        ])
    func broken(part: String, replacement: String, path: String, field: String) throws {
        let text = Self.product.replacing(part, with: replacement)
        let error = #expect(throws: DecodingError.self) { try json.decode(Product.self, from: Data(text.utf8)) }
        let context = try #require(error?.corruption)
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        #expect((context.underlyingError as? InvalidValue)?.field == field)
    }

    @Test("an amount that is a number is refused, because it may have passed through a binary fraction")
    func numericAmount() {
        let text = Self.product.replacing(#""1.00""#, with: "1.00")
        let error = #expect(throws: DecodingError.self) { try json.decode(Product.self, from: Data(text.utf8)) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["price", "amount"])
    }

    @Test("a new product is written with an exact amount, and without a description if it has none")
    func encoding() throws {
        let new = try NewProduct.fixture(price: "12.5", details: "For \"EDSAC\"/1949")
        #expect(
            try String(decoding: json.encode(new), as: UTF8.self) == """
                {"description":"For \\"EDSAC\\"/1949","name":"Initial orders",\
                "price":{"amount":"12.50","currency":"GBP"},"sku":"EDSAC-1"}
                """)
        let bare = try NewProduct.fixture(price: "3200", currency: "JPY")
        #expect(
            try String(decoding: json.encode(bare), as: UTF8.self)
                == #"{"name":"Initial orders","price":{"amount":"3200","currency":"JPY"},"sku":"EDSAC-1"}"#)
    }
}
