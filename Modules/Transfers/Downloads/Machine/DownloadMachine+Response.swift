import HTTPTypes
import Networking

extension DownloadMachine {
    /// What a response head says about the file.
    struct Response {
        let status: Int
        /// As sent, strong or not.
        let entityTag: String?
        /// The length of the body, if its bytes are the file's own.
        let length: Int64?
        let range: ContentRange?
        let isEncoded: Bool
        /// The version that a later request can continue; `nil` for an encoded body, whose bytes are not the file's.
        let validator: DownloadRecord.Validator?

        init(_ head: HTTPResponse, from source: RequestTarget?) {
            let fields = head.headerFields
            status = head.status.code
            entityTag = fields.entityTag
            range = fields[.contentRange].flatMap(ContentRange.init)
            isEncoded = !fields.contentCodings.isEmpty
            // With a Content-Encoding, the length is that of the encoded body (RFC 9110 section 8.6).
            length = isEncoded ? nil : fields[.contentLength].flatMap(ContentRange.number)
            let tag = isEncoded ? nil : fields.sendableEntityTag.flatMap(StrongEntityTag.init)
            validator = tag.flatMap { tag in source.map { .init(tag: tag, source: .init($0)) } }
        }
    }
}

/// A Content-Range field in bytes (RFC 9110 section 14.4).
enum ContentRange: Sendable, Equatable {
    /// Both ends inclusive; the total is `nil` if the server does not know it.
    case part(first: Int64, last: Int64, total: Int64?)
    /// The field of a 416: the requested range is outside a file of this length.
    case unsatisfied(total: Int64)

    /// Returns `nil` for a unit other than bytes, and for numbers that contradict each other.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[0] == "*" {
            guard let total = Self.number(sides[1]) else { return nil }
            self = .unsatisfied(total: total)
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < .max
        else { return nil }
        var total: Int64?
        if sides[1] != "*" {
            guard let number = Self.number(sides[1]), last < number else { return nil }
            total = number
        }
        self = .part(first: first, last: last, total: total)
    }

    /// Reads digits only; a sign or a space is invalid.
    static func number(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}

/// An entity tag that guarantees identical bytes (RFC 9110 section 8.8.3), as written in a header field.
struct StrongEntityTag: Sendable, Hashable {
    let text: String

    /// Returns `nil` for a weak tag, which guarantees only equal meaning, and for an invalid tag. Some servers omit the
    /// quotes; no standard says what such a tag guarantees.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
            bytes[1..<bytes.count - 1].allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F })
        else { return nil }
        self.text = text
    }
}

extension StrongEntityTag: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let tag = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a strong entity tag.")
        }
        self = tag
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
