extension ServerCertificate {
    /// Whether this certificate is valid for `host`. Only the host of the URL counts, never the address of the
    /// connection (RFC 9110 section 4.3.4).
    ///
    /// Only alternative names count, not the common name (RFC 9525 section 2). A `*` matches one whole label, the
    /// leftmost, before at least two others.
    ///
    /// - Parameter host: a name or address as in the URL, IPv6 without brackets.
    package func isFor(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if let address = IPAddress(name) {
            return alternativeNames.contains { $0.tag == Self.ipAddress && $0.content.elementsEqual(address.bytes) }
        }
        let hostLabels = Self.labels(name.utf8)
        return alternativeNames.contains { $0.tag == Self.dnsName && Self.matches(hostLabels, Self.labels($0.content)) }
    }

    private var alternativeNames: [DERElement] {
        guard var value = extensions?[Self.subjectAltName]?.value, let names = DERElement(takenFrom: &value),
            names.tag == Self.sequence, value.isEmpty
        else { return [] }
        return names.children ?? []
    }

    /// The labels of `name` in lower case.
    private static func labels(_ name: some Sequence<UInt8>) -> [[UInt8]] {
        name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
    }

    private static func matches(_ name: [[UInt8]], _ pattern: [[UInt8]]) -> Bool {
        guard !name.contains([]) else { return false }
        if name == pattern { return true }
        return pattern.first == [UInt8(ascii: "*")] && pattern.count > 2 && name.count == pattern.count
            && name.dropFirst() == pattern.dropFirst()
    }

    private static var subjectAltName: [UInt8] { [0x55, 0x1D, 0x11] }
    private static var dnsName: UInt8 { 0x82 }
    private static var ipAddress: UInt8 { 0x87 }
}
