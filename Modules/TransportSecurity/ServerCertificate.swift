package import Foundation

/// The parts of an X.509 certificate (RFC 5280 section 4.1) that a policy needs, copied from its DER byte by byte.
///
/// The TLS stack verifies chains and signatures. This type reads what TLS stacks do not check, or do not report.
package struct ServerCertificate: Sendable {
    /// Distinguished names in DER, for comparison byte by byte.
    package let issuer: [UInt8]
    package let subject: [UInt8]
    /// The SubjectPublicKeyInfo in DER, which a pin covers. It includes the header that names algorithm and curve.
    package let publicKey: [UInt8]

    /// The content of the algorithm's OBJECT IDENTIFIER.
    let signatureAlgorithm: [UInt8]
    let validity: DERElement
    /// By OBJECT IDENTIFIER; `nil` if they are malformed, or one occurs twice (forbidden by section 4.2).
    let extensions: [[UInt8]: Extension]?

    struct Extension {
        let isCritical: Bool
        /// Encoded in DER.
        let value: ArraySlice<UInt8>
    }

    /// - Parameter der: exactly one certificate; the result is `nil` for anything else.
    package init?(der: some Sequence<UInt8>) {
        var rest = Array(der)[...]
        guard let whole = DERElement(takenFrom: &rest), whole.tag == Self.sequence, rest.isEmpty,
            let parts = whole.children, parts.map(\.tag) == [Self.sequence, Self.sequence, Self.bitString],
            let algorithm = parts[1].children?.first, algorithm.tag == Self.objectIdentifier,
            var fields = parts[0].children
        else { return nil }
        // Version 1 has no version field.
        if fields.first?.tag == Self.version { fields.removeFirst() }
        guard fields.count >= Self.leading.count, fields.prefix(Self.leading.count).map(\.tag) == Self.leading else {
            return nil
        }
        let key = fields[5]
        guard key.children?.map(\.tag) == [Self.sequence, Self.bitString] else { return nil }
        signatureAlgorithm = Array(algorithm.content)
        issuer = Array(fields[2].encoded)
        validity = fields[3]
        subject = Array(fields[4].encoded)
        publicKey = Array(key.encoded)
        extensions = Self.extensions(fields.dropFirst(Self.leading.count).last { $0.tag == Self.extensionList })
    }

    private static func extensions(_ list: DERElement?) -> [[UInt8]: Extension]? {
        guard let list else { return [:] }
        guard let elements = list.children?.first?.children else { return nil }
        var extensions: [[UInt8]: Extension] = [:]
        for element in elements {
            guard let parts = element.children, let name = parts.first, name.tag == objectIdentifier,
                let value = parts.last, value.tag == octetString,
                extensions.updateValue(
                    Extension(isCritical: parts.count == 3 && parts[1].content.first == 0xFF, value: value.content),
                    forKey: Array(name.content)) == nil
            else { return nil }
        }
        return extensions
    }

    /// Serial number, signature, issuer, validity, subject and key.
    private static var leading: [UInt8] { [0x02, sequence, sequence, sequence, sequence, sequence] }

    static var bitString: UInt8 { 0x03 }
    static var octetString: UInt8 { 0x04 }
    static var objectIdentifier: UInt8 { 0x06 }
    static var sequence: UInt8 { 0x30 }
    private static var version: UInt8 { 0xA0 }
    private static var extensionList: UInt8 { 0xA3 }
}

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

extension ServerCertificate {
    /// Why the certificate is not valid.
    package enum Lapse {
        case expired, early, unreadable
    }

    /// Why the certificate is not valid at `moment`; `nil` if it is valid.
    package func lapse(at moment: Date) -> Lapse? {
        guard let dates = validity.children, dates.count == 2, let start = Self.date(dates[0]),
            let end = Self.date(dates[1])
        else { return .unreadable }
        if moment > end { return .expired }
        return moment < start ? .early : nil
    }

    /// Reads the two formats of RFC 5280 section 4.1.2.5, which contain seconds and end with `Z`.
    private static func date(_ element: DERElement) -> Date? {
        guard element.content.last == UInt8(ascii: "Z") else { return nil }
        var digits = element.content.dropLast().map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        switch (element.tag, digits.count) {
        // UTCTime has a year of two digits.
        case (0x17, 12): digits = (digits[0] < 5 ? [2, 0] : [1, 9]) + digits
        case (0x18, 14): break
        default: return nil
        }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = DateComponents()
        parts.calendar = Calendar(identifier: .gregorian)
        parts.timeZone = .gmt
        (parts.year, parts.month, parts.day) = (number(0..<4), number(4..<6), number(6..<8))
        (parts.hour, parts.minute, parts.second) = (number(8..<10), number(10..<12), number(12..<14))
        return parts.date
    }
}

extension ServerCertificate {
    /// Why the key is too weak, as a part of a sentence; `nil` if it is strong enough.
    ///
    /// NIST SP 800-131A and the CA/Browser Forum require 2,048 bits for RSA.
    package var keyWeakness: String? {
        guard let bits = rsaKeyLength, bits < 2_048 else { return nil }
        return "an RSA key of \(bits) bits, but at least 2,048 are required"
    }

    /// Whether the signature's digest has known collisions: SHA-1, or one of the MD family.
    package var isSignedWithBrokenDigest: Bool { Self.brokenSignatures.contains(signatureAlgorithm) }

    /// Whether the subject is a certificate authority (RFC 5280 section 4.2.1.9).
    package var isAuthority: Bool {
        guard var value = extensions?[[0x55, 0x1D, 0x13]]?.value, let constraints = DERElement(takenFrom: &value) else {
            return false
        }
        return constraints.children?.first?.tag == 0x01 && constraints.children?.first?.content.first == 0xFF
    }

    /// Whether its extended key usage includes server authentication, or is absent (RFC 5280 section 4.2.1.12).
    package var isForServers: Bool {
        guard var value = extensions?[[0x55, 0x1D, 0x25]]?.value else { return extensions != nil }
        let usages = DERElement(takenFrom: &value)?.children ?? []
        return usages.contains { $0.content.elementsEqual(Self.serverAuth) }
    }

    /// Whether it has policy constraints, which can require a policy in each certificate of the path (RFC 5280 section
    /// 4.2.1.11).
    package var constrainsPolicies: Bool { extensions.map { $0[[0x55, 0x1D, 0x24]] != nil } ?? true }

    private var rsaKeyLength: Int? {
        var whole = publicKey[...]
        guard let parts = DERElement(takenFrom: &whole)?.children, parts.count == 2,
            let algorithm = parts[0].children?.first, Self.rsaKeys.contains(Array(algorithm.content))
        else { return nil }
        // A bit string begins with the number of its unused bits.
        var bits = parts[1].content.dropFirst()
        let modulus = DERElement(takenFrom: &bits)?.children?.first?.content.drop { $0 == 0 }
        guard let modulus, let first = modulus.first else { return 0 }
        return modulus.count * 8 - first.leadingZeroBitCount
    }

    /// rsaEncryption and id-RSASSA-PSS.
    private static var rsaKeys: [[UInt8]] { [pkcs1 + [1], pkcs1 + [10]] }

    /// RSA with MD2, MD4, MD5, or SHA-1 under both its names, and ECDSA with SHA-1.
    private static var brokenSignatures: [[UInt8]] {
        [
            pkcs1 + [2], pkcs1 + [3], pkcs1 + [4], pkcs1 + [5], [0x2B, 0x0E, 0x03, 0x02, 0x1D],
            [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x01],
        ]
    }

    private static var pkcs1: [UInt8] { [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01] }
    private static var serverAuth: [UInt8] { [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01] }
}
