import Foundation
import Models
import TestSupport
import Testing

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
        guard case .dataCorrupted(let context) = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
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
