/// A host in a policy's rule, normalized so that two spellings of one host are equal.
package struct HostPattern: Sendable, Hashable {
    /// The host in lower case, without a trailing dot; an address in its canonical spelling.
    package let host: String
    package let isAddress: Bool

    init(_ text: String) throws(TrustPolicyError) {
        host = Self.normalized(text)
        isAddress = IPAddress(host) != nil
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard isAddress || labels.allSatisfy(Self.isLabel), !host.isEmpty else { throw .notAHost(text) }
    }

    /// Compares whole labels, so that `badexample.com` is not below `example.com`.
    package func matches(_ other: String, includingSubdomains: Bool = false) -> Bool {
        let other = Self.normalized(other)
        return other == host || includingSubdomains && other.hasSuffix("." + host)
    }

    private static func normalized(_ text: String) -> String {
        let text = text.lowercased()
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        return IPAddress(name)?.description ?? name
    }

    /// Letters, digits, hyphens, and the underscore of some internal names; no wildcard, no port.
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
}
