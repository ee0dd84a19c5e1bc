/// Where a redirect may lead: host and port in the one spelling that every reader of URLs reads alike.
enum RedirectedAuthority {
    /// Whether `text` is a name or address of plain letters, digits, dots, hyphens and underscores, or an IPv6 address
    /// in brackets, with a port or without.
    ///
    /// Narrower than RFC 3986 section 3.2.2 on purpose. Percent-encoded hosts, `;` and the like are read differently by
    /// different parsers: one would judge the origin, another open the connection. Servers send other scripts in their
    /// ASCII form.
    static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")), bracket > 2 else { return false }
            guard bytes[1..<bracket].allSatisfy({ isHexadecimal($0) || ":.".utf8.contains($0) }) else { return false }
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard end > 0, bytes[..<end].allSatisfy({ isLetter($0) || isDigit($0) || "-._".utf8.contains($0) }) else {
                return false
            }
        }
        guard end < bytes.count else { return true }
        let port = bytes[(end + 1)...]
        guard bytes[end] == UInt8(ascii: ":"), port.allSatisfy(isDigit),
            let number = Int(String(decoding: port, as: UTF8.self))
        else { return false }
        return (1...65_535).contains(number)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
