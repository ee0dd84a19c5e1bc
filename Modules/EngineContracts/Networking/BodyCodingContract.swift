import Foundation
public import Networking
import Testing

/// The contract that every `BodyCoding` fulfills. The clauses do not depend on the format: they produce wrong bytes by
/// encoding a value of another type.
public enum BodyCodingContract {
    /// The clauses of the contract.
    public static var clauses: [ContractClause<any BodyCoding>] {
        [
            ContractClause("the content type is a media type") { coding in
                let parts = coding.contentType.split(separator: "/", omittingEmptySubsequences: false)
                #expect(parts.count == 2)
                #expect(parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) })
            },
            ContractClause("an encoded value decodes to an equal value") { coding in
                for order in [Order.plain, .odd, .empty] {
                    let decoded = try coding.decode(Order.self, from: coding.encode(order))
                    #expect(decoded == order)
                }
            },
            ContractClause("a date is equal to the millisecond after a round trip") { coding in
                let date = Date(timeIntervalSince1970: 1_767_225_600.123)
                let decoded = try #require(coding.decode([Date].self, from: coding.encode([date])).first)
                #expect(abs(decoded.timeIntervalSince(date)) < 0.000_5)
            },
            ContractClause("a wrong type in a nested value is a DecodingError with its path") { coding in
                let bytes = try coding.encode(WrongOrder(items: [WrongItem(count: 1), WrongItem(count: 2)]))
                let error = #expect(throws: DecodingError.self) { try coding.decode(Order.self, from: bytes) }
                guard case .typeMismatch(_, let context) = error else {
                    Issue.record("expected a type mismatch, got \(String(describing: error))")
                    return
                }
                #expect(context.codingPath.first?.stringValue == "items")
                #expect(context.codingPath.contains { $0.intValue == 0 })
            },
            ContractClause("a missing key is a DecodingError that names it") { coding in
                let bytes = try coding.encode(["other": "value"])
                let error = #expect(throws: DecodingError.self) { try coding.decode(Order.self, from: bytes) }
                guard case .keyNotFound(let key, _) = error else {
                    Issue.record("expected a missing key, got \(String(describing: error))")
                    return
                }
                #expect(key.stringValue == "items")
            },
            ContractClause("empty, truncated and foreign bytes are DecodingErrors") { coding in
                let bytes = try coding.encode(Order.plain)
                for wrong in [Data(), bytes.prefix(bytes.count / 2), Data("<html>".utf8), Data([0, 0xFF, 0xFE])] {
                    #expect(throws: DecodingError.self) { try coding.decode(Order.self, from: Data(wrong)) }
                }
            },
            ContractClause("an error of Encodable is thrown unchanged") { coding in
                #expect(throws: Unencodable.Refusal.self) { try coding.encode(Unencodable()) }
            },
            ContractClause("many tasks can encode and decode concurrently") { coding in
                try await concurrently(1...200) { number in
                    let order = Order(items: [Order.Item(name: "\(number)", price: number)], note: nil)
                    let decoded = try coding.decode(Order.self, from: coding.encode(order))
                    #expect(decoded == order)
                }
            },
        ]
    }
}

private struct Order: Codable, Equatable, Sendable {
    let items: [Item]
    let note: String?

    struct Item: Codable, Equatable {
        let name: String
        let price: Int
    }

    static var plain: Order { Order(items: [Item(name: "pen", price: 3)], note: "soon") }
    static var odd: Order {
        Order(
            items: [Item(name: "\u{0}\"\\/\n\u{2028}é\u{1F600}", price: .min), Item(name: "", price: .max)],
            note: "null")
    }
    static var empty: Order { Order(items: [], note: nil) }
}

private struct WrongOrder: Encodable {
    let items: [WrongItem]
}

private struct WrongItem: Encodable {
    let count: Int
    let name = 7
    let price = "three"
}

private struct Unencodable: Encodable {
    struct Refusal: Error {}

    func encode(to encoder: any Encoder) throws {
        throw Refusal()
    }
}
