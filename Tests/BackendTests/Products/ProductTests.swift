import Foundation
import HTTPTypes
import Testing

@testable import Backend

struct ProductTests {
    @Test("a new product has an address, where anyone reads it")
    func creation() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(
                .post, "/v2/products",
                #"{"name":"Bug","sku":"BUG-1","price":{"amount":"19.9","currency":"EUR"},"other":1}"#,
                token: try await backend.token(of: "u-ada"))
            let location = try #require(response.headers[.location])
            let path = try #require(
                location.wholeMatch(of: /http:\/\/strata\.test(\/v2\/products\/p-[0-9a-f\-]{36})/)?.1)
            #expect(try await backend.send(.get, String(path)).text == response.text)
            #expect(try await backend.outcome(.get, "/v2/products/p-none") == "404 not_found")
        }
    }

    @Test("invalid fields are reported together, by field, and so is the SKU of another product")
    func validation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            for (json, outcome) in [
                ("{}", "422 name required, sku required, price required"),
                (
                    #"{"name":" ","sku":"a","price":{},"description":1}"#,
                    "422 price.amount required, price.currency required, description invalid_type, name invalid, "
                        + "sku invalid"
                ),
                (
                    #"{"name":"\#(String(repeating: "n", count: 121))","sku":"A--B","price":1}"#,
                    "422 price invalid_type, name too_long, sku invalid"
                ),
                (
                    #"{"name":"N","sku":"\#(String(repeating: "S", count: 41))","price":{"amount":1,"currency":"X"}}"#,
                    "422 price.amount invalid_type, price.currency invalid_type, sku invalid"
                ),
                (#"{"name":"N","sku":"NANOSECOND","price":{"amount":"1","currency":"EUR"}}"#, "409 sku_taken"),
            ] {
                #expect(try await backend.outcome(.post, "/v2/products", json, token: token) == outcome)
            }
        }
    }

    @Test(
        "an amount has at most the decimal places of its currency, and is returned with all of them",
        arguments: [
            ("0", .eur, "0.00"), ("0.05", .eur, "0.05"), ("19.9", .usd, "19.90"),
            ("999999999.99", .eur, "999999999.99"),
            ("4800", .jpy, "4800"), ("0", .jpy, "0"), ("1.5", .kwd, "1.500"), ("0.001", .kwd, "0.001"),
            ("1.5", .jpy, nil), ("1.234", .eur, nil), ("1.2345", .kwd, nil), ("1000000000", .eur, nil), ("", .eur, nil),
            ("-1", .eur, nil), ("+1", .eur, nil), ("01", .eur, nil), ("1.", .eur, nil), (".5", .eur, nil),
            ("1,5", .eur, nil), ("1e3", .eur, nil), (" 1", .eur, nil), ("١", .eur, nil),
        ] as [(String, Currency, String?)])
    func amounts(text: String, currency: Currency, amount: String?) throws {
        let json = Data(#"{"amount":"\#(text)","currency":"\#(currency.rawValue)"}"#.utf8)
        var fields = try JSONDecoder().decode(BodyFields.self, from: json)
        let price = Price(&fields)
        #expect((fields.hasErrors ? nil : price.amount) == amount)
    }
}

extension Row {
    static let products = [
        Row(.get, "/v2/products", .guest),
        Row(.get, "/v2/products/{id}", .guest, id: "p-nanosecond"),
        Row(
            .post, "/v2/products", .admin, .created,
            #"{"name":"Bug","sku":"BUG-1","price":{"amount":"1","currency":"EUR"}}"#),
        Row(.delete, "/v2/products/{id}", .admin, .noContent, id: "p-nanosecond"),
    ]
}
