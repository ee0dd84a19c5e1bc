import Foundation

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
