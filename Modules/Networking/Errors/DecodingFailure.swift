import Foundation

/// A response body that could not be decoded as its endpoint declares.
public struct DecodingFailure: Sendable, Equatable {
    /// The place in the body, from the outside in, such as `items.3.created_at`; empty for the whole body.
    public let path: String
    /// The value or type that was expected there. Contains nothing that the server sent.
    public let expectation: String
    /// The received content around that place, as names and types without any value, such as
    /// `{created_at: number, id: string}`; `nil` if the body is empty or larger than 256 KiB.
    public let excerpt: String?

    /// Creates a failure from its parts.
    public init(path: String, expectation: String, excerpt: String? = nil) {
        self.path = path
        self.expectation = expectation
        self.excerpt = excerpt
    }

    init(_ error: any Error, in body: Data, coding: any BodyCoding) {
        let (keys, expectation) = Self.place(of: error)
        self.init(
            path: keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."),
            expectation: expectation, excerpt: BodyExcerpt.text(of: body, around: keys, coding: coding))
    }

    private static func place(of error: any Error) -> ([any CodingKey], expectation: String) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (context.codingPath + [key], "a value; the key is missing")
        case DecodingError.valueNotFound(let type, let context): (context.codingPath, "\(type), not null")
        case DecodingError.typeMismatch(let type, let context): (context.codingPath, "\(type)")
        case DecodingError.dataCorrupted(let context): (context.codingPath, expectation(of: context))
        default: ([], "a valid value (\(type(of: error)): \(error))")
        }
    }

    /// Uses the error's text only if the coder has added an underlying error. The standard library's texts quote the
    /// received value ("invalid String value …", "number … does not fit"), and so do the parser's texts at the root.
    private static func expectation(of context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "well-formed JSON with numbers in their range" }
        return context.underlyingError == nil ? "a valid value" : context.debugDescription
    }
}

/// Describes a part of a JSON body for developers, with names and types but no values.
enum BodyExcerpt {
    /// The shape of the object or list that contains the last of `keys`, or should contain it.
    static func text(of body: Data, around keys: [any CodingKey], coding: any BodyCoding) -> String? {
        guard !body.isEmpty, body.count <= largestBody else { return nil }
        guard let tree = JSONValue(body, upTo: largestBody, coding: coding) else {
            // HTML is the most common case, and naming it reveals nothing about the content.
            let isMarkup = body.first { $0 > 0x20 } == UInt8(ascii: "<")
            return "\(body.count) bytes that are not JSON" + (isMarkup ? " and look like HTML or XML" : "")
        }
        var place = tree
        for key in keys.dropLast() {
            guard let inner = place.child(key) else { break }
            place = inner
        }
        return place.shape(levels: 2)
    }

    /// In bytes; a larger body is not parsed a second time.
    private static let largestBody = 256 * 1024
}

extension JSONValue {
    fileprivate func child(_ key: any CodingKey) -> JSONValue? {
        guard let index = key.intValue, let list else { return self[key.stringValue] }
        return list.indices.contains(index) ? list[index] : nil
    }

    /// Describes `levels` levels; deeper ones are shown as `…`.
    fileprivate func shape(levels: Int) -> String {
        switch self {
        case .null: return "null"
        case .boolean: return "boolean"
        case .integer, .number: return "number"
        case .text: return "string"
        case .tooDeep: return "…"
        case .list(let items):
            guard let first = items.first else { return "[]" }
            return levels > 0 ? "[\(items.count) × \(first.shape(levels: levels - 1))]" : "[…]"
        case .object(let members):
            guard levels > 0 || members.isEmpty else { return "{…}" }
            var parts = members.sorted { $0.key < $1.key }.prefix(Self.mostMembers)
                .map { "\(Self.shown($0.key)): \($0.value.shape(levels: levels - 1))" }
            if members.count > Self.mostMembers { parts.append("…") }
            return "{\(parts.joined(separator: ", "))}"
        }
    }

    private static let mostMembers = 20

    /// The key if it looks like a name from a program: letters, `_` or `-`, then at most three digits. Other keys are
    /// hidden, because an object may be a map whose keys are addresses, tokens or ids.
    private static func shown(_ key: String) -> String {
        let letters = key.utf8.prefix { isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        let digits = key.utf8.dropFirst(letters.count)
        let isName =
            (1...32).contains(letters.count) && digits.count <= 3
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isName ? key : "‹name›"
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
