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
