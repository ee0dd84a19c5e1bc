/// A host as a policy names it: normalised, so that two spellings of one host are equal.
package struct HostPattern: Sendable, Hashable {
    /// Lower case, without a dot at its end.
    package let host: String

    init(_ text: String) throws(TrustPolicyError) {
        host = Self.normalized(text)
        let isAddress = Self.isAddress(host)
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard isAddress || labels.allSatisfy(Self.isLabel), !host.isEmpty else { throw .notAHost(text) }
    }

    package var isAddress: Bool { Self.isAddress(host) }

    /// Compares whole labels, so that `badexample.com` is not below `example.com`.
    package func matches(_ other: String, includingSubdomains: Bool = false) -> Bool {
        let other = Self.normalized(other)
        return other == host || includingSubdomains && other.hasSuffix("." + host)
    }

    private static func normalized(_ text: String) -> String {
        let text = text.lowercased()
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Letters, digits, hyphens and the underscore that some internal names have; no wildcard, no port.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// No name ends in a label of digits alone (RFC 3696 section 2), and none has a colon. Whether the address exists is for
    /// the resolver to say.
    private static func isAddress(_ host: String) -> Bool {
        if host.contains(":") {
            return host.count { $0 == ":" } > 1 && host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    }
}
