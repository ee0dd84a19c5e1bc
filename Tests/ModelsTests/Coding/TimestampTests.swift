import Foundation
import Models
import Testing

@Suite("Timestamps in wire types")
struct TimestampTests {
    private let json = JSONCoding(formatting: [.withoutEscapingSlashes, .sortedKeys])

    @Test("a wire type's timestamps are strings, whatever the decoder's date strategy")
    func strategyIndependent() throws {
        let data = Data(#"{"created_at":"2026-01-31T09:30:05.5+00:00","deleted_at":"2026-01-31 09:30:06z"}"#.utf8)
        for strategy in [JSONDecoder.DateDecodingStrategy.deferredToDate, .iso8601, .secondsSince1970] {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = strategy
            let receipt = try decoder.decode(Receipt.self, from: data)
            #expect(receipt.createdAt.date.timeIntervalSince1970 == 1_769_851_805.5)
            #expect(receipt.deletedAt?.date.timeIntervalSince1970 == 1_769_851_806)
        }
    }

    @Test(
        "an absent timestamp and a null one are nil",
        arguments: [
            #"{"created_at":"2026-01-31T09:30:05Z"}"#, #"{"created_at":"2026-01-31T09:30:05Z","deleted_at":null}"#,
        ])
    func optional(text: String) throws {
        #expect(try json.decode(Receipt.self, from: Data(text.utf8)).deletedAt == nil)
    }

    @Test("encoding writes milliseconds, and leaves out the key of none")
    func encoding() throws {
        let created = Timestamp(Date(timeIntervalSince1970: 1_769_851_805))
        let without = try json.encode(Receipt(createdAt: created, deletedAt: nil))
        #expect(String(decoding: without, as: UTF8.self) == #"{"created_at":"2026-01-31T09:30:05.000Z"}"#)
        let with = try json.encode(Receipt(createdAt: created, deletedAt: created))
        #expect(
            String(decoding: with, as: UTF8.self)
                == #"{"created_at":"2026-01-31T09:30:05.000Z","deleted_at":"2026-01-31T09:30:05.000Z"}"#)
        #expect(try json.decode(Receipt.self, from: with) == Receipt(createdAt: created, deletedAt: created))
    }

    @Test("timestamps outside a keyed container are strings too")
    func unkeyed() throws {
        let timestamps: [Timestamp?] = [Timestamp(Date(timeIntervalSince1970: 0)), nil]
        let data = try json.encode(timestamps)
        #expect(String(decoding: data, as: UTF8.self) == #"["1970-01-01T00:00:00.000Z",null]"#)
        #expect(try json.decode([Timestamp?].self, from: data) == timestamps)
    }

    @Test(
        "a date that RFC 3339 cannot write is refused with its coding path, in an error that can be printed",
        arguments: [Double.nan, .infinity, 1e300])
    func unwritable(seconds: Double) throws {
        let receipt = Receipt(createdAt: Timestamp(Date(timeIntervalSince1970: seconds)), deletedAt: nil)
        let error = #expect(throws: EncodingError.self) { try json.encode(["receipt": receipt]) }
        guard case .invalidValue(let value, let context) = try #require(error) else {
            Issue.record("\(String(reflecting: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["receipt", "created_at"])
        #expect(value is Double)
    }

    @Test(
        "a timestamp prints as it is written, and one that cannot be written prints too",
        arguments: [1e300, .infinity, .nan])
    func description(unwritable: Double) {
        #expect("\(Timestamp(Date(timeIntervalSince1970: 0)))" == "1970-01-01T00:00:00.000Z")
        #expect("\(Timestamp(Date(timeIntervalSince1970: unwritable)))" == "\(unwritable) s since 1970")
    }

    @Test("timestamps compare as their dates")
    func order() throws {
        #expect(try Timestamp(parsing: "2026-01-31T09:30:00+01:00") < Timestamp(parsing: "2026-01-31T09:30:00Z"))
        #expect(try Timestamp(parsing: "2026-01-31T10:30:00+01:00") == Timestamp(parsing: "2026-01-31T09:30:00Z"))
    }
}

private struct Receipt: Codable, Equatable {
    let createdAt: Timestamp
    let deletedAt: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
        case deletedAt = "deleted_at"
    }
}
