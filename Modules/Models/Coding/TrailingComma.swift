import Foundation

/// Finds commas before a closing bracket. JSON forbids them (RFC 8259, sections 4 and 5), but Foundation accepts them.
enum TrailingComma {
    /// The offset of the first trailing comma, or `nil`. Apart from trailing commas, `json` must be well-formed.
    static func offset(in json: Data) -> Int? {
        json.withUnsafeBytes { bytes in
            // The slower search that skips strings runs only if the text has a comma before a bracket anywhere.
            isSuspect(bytes) ? firstOutsideStrings(bytes) : nil
        }
    }

    private static func isSuspect(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let end = start + bytes.count
        var place = start
        while place < end, let comma = memchr(place, Int32(UInt8(ascii: ",")), end - place) {
            place = UnsafeRawPointer(comma) + 1
            while place < end, isBlank(place.load(as: UInt8.self)) { place += 1 }
            if place < end, isClosing(place.load(as: UInt8.self)) { return true }
        }
        return false
    }

    private static func firstOutsideStrings(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var isInString = false
        var comma: Int?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if !isBlank(byte) {
                if isClosing(byte), let comma { return comma }
                comma = byte == UInt8(ascii: ",") ? index : nil
                isInString = byte == UInt8(ascii: "\"")
            }
            index += 1
        }
        return nil
    }

    private static func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
