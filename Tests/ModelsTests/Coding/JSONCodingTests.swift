import Foundation
import Models
import Testing

@Suite("JSON coding")
struct JSONCodingTests {
    private let json = JSONCoding()

    @Test("plain dates are read in every form and written in milliseconds")
    func dates() throws {
        let decoded = try json.decode(
            [String: Date].self, from: Data(#"{"at":"2026-01-31T03:30:05.123-0600"}"#.utf8))
        #expect(decoded == ["at": Date(timeIntervalSince1970: 1_769_851_805.123)])
        #expect(String(decoding: try json.encode(decoded), as: UTF8.self) == #"{"at":"2026-01-31T09:30:05.123Z"}"#)
    }

    @Test("a plain date that RFC 3339 cannot write is an encoding error with its path")
    func unwritableDate() {
        let error = #expect(throws: EncodingError.self) {
            try json.encode(["at": [Date(timeIntervalSince1970: .nan)]])
        }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue).first == "at")
        #expect(context.codingPath.last?.intValue == 0)
    }

    @Test("the error of an invalid date has its coding path, the expected form and the byte")
    func wrongDate() throws {
        for error in errors(of: #"{"items":[{"at":"2026-01-31T00:00:00Z"},{"at":"2026-02-30T00:00:00Z"}]}"#) {
            let context = try #require(error.corruption)
            #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["items", "1", "at"])
            let expectation = "Expected an RFC 3339 date and time such as 2026-01-31T09:30:00Z"
            #expect(context.debugDescription == "\(expectation), but the day at byte 8 does not exist in its month.")
            let cause = try #require(context.underlyingError as? InternetDateTimeError)
            #expect(cause.reason == .noSuchDay)
            #expect(cause.byteOffset == 8)
        }
    }

    @Test("an error about a date contains nothing that the server sent")
    func redaction() {
        let secret = String(repeating: "hunter2", count: 5_000)
        for error in errors(of: #"{"items":[{"at":"\#(secret)"}]}"#) {
            let printed = String(reflecting: error)
            #expect(!printed.contains("hunter"))
            #expect(printed.utf8.count < 1_000)
        }
    }

    @Test("a date that is not a string is a type mismatch at its path", arguments: ["1769851805", "true", "{}"])
    func dateOfAnotherType(value: String) {
        for error in errors(of: #"{"items":[{"at":\#(value)}]}"#) {
            guard case .typeMismatch(_, let context) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(context.codingPath.last?.stringValue == "at")
        }
    }

    @Test("slashes are not escaped, and sorted keys give equal bytes for equal values")
    func formatting() throws {
        let profile = ["b": "https://example.com/a", "a": "1", "d": "2", "c": "3"]
        #expect(String(decoding: try json.encode(["b": "x/y"]), as: UTF8.self) == #"{"b":"x/y"}"#)
        let sorted = JSONCoding(formatting: [.withoutEscapingSlashes, .sortedKeys])
        #expect(
            String(decoding: try sorted.encode(profile), as: UTF8.self)
                == #"{"a":"1","b":"https://example.com/a","c":"3","d":"2"}"#)
    }

    @Test("a number that JSON cannot represent is rejected", arguments: [Double.infinity, -.infinity, .nan])
    func nonConformingFloatEncoding(number: Double) {
        #expect(throws: EncodingError.self) { try json.encode([number]) }
    }

    @Test(
        "a number that JSON cannot write is not read from a string or a word", arguments: [#""NaN""#, "NaN", "1e999"])
    func nonConformingFloatDecoding(text: String) {
        #expect(throws: DecodingError.self) { try json.decode([Double].self, from: Data("[\(text)]".utf8)) }
    }

    @Test(
        "a comma before a closing bracket is refused, with its place",
        arguments: [
            ("[1,]", 2), ("[1 , \r\n\t]", 3), (#"{"a":1,}"#, 6), (#"[{"a":[]},{"a":[],}]"#, 17),
            (#"["\\",]"#, 5), (#"["\"",]"#, 5), (#"[",]",]"#, 5),
        ])
    func trailingComma(text: String, offset: Int) {
        let error = #expect(throws: DecodingError.self) { try json.decode(Anything.self, from: Data(text.utf8)) }
        #expect(error?.corruption?.codingPath.isEmpty == true)
        #expect(error?.corruption?.debugDescription == "Trailing comma at byte \(offset).")
    }

    @Test(
        "a comma in front of a bracket is accepted within a string",
        arguments: [#"[",]"]"#, #"{"a,}":",}","b":"\",]"}"#, #"["\\\",]",1]"#, "[]", "[1,[2]]", "1", #"",]""#])
    func bracketsInStrings(text: String) throws {
        _ = try json.decode(Anything.self, from: Data(text.utf8))
    }

    @Test("a decoder handed out can be changed without changing the shared one")
    func factories() throws {
        let decoder = JSONCoding.makeDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let text = Data(#"["1970-01-01T00:00:01Z"]"#.utf8)
        #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: text) }
        #expect(try json.decode([Date].self, from: text) == [Date(timeIntervalSince1970: 1)])
        #expect(try JSONCoding.makeDecoder().decode([Date].self, from: text) == [Date(timeIntervalSince1970: 1)])
    }

    /// The errors of reading a page of timestamps and one of plain dates.
    private func errors(of text: String) -> [DecodingError] {
        let data = Data(text.utf8)
        let timestamp = #expect(throws: DecodingError.self) { try json.decode(Page<Timestamp>.self, from: data) }
        let date = #expect(throws: DecodingError.self) { try json.decode(Page<Date>.self, from: data) }
        return [timestamp, date].compactMap { $0 }
    }
}

extension DecodingError {
    /// What is wrong with a value that has the right type; `nil` for every other error.
    var corruption: Context? { if case .dataCorrupted(let context) = self { context } else { nil } }
}

private struct Page<Instant: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    struct Item: Codable, Equatable, Sendable {
        let at: Instant
    }

    let items: [Item]
}

/// Whatever the parser accepts.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}
