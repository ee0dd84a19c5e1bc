import Networking

/// The key that a certificate is about, as a pin wants it: its SubjectPublicKeyInfo (RFC 5280 section 4.1).
///
/// The system hands out a key as its numbers alone, without the header that says of which algorithm and curve; a pin is over
/// both. So it is cut out of the certificate, byte for byte as the authority has signed it, whatever the algorithm.
struct CertificateKey: Equatable {
    /// In DER.
    let bytes: [UInt8]

    /// - Parameter certificate: one X.509 certificate in DER; `nil` for anything else.
    init?(certificate: some Sequence<UInt8>) {
        var rest = Array(certificate)[...]
        guard let whole = DERElement(takenFrom: &rest), whole.tag == Self.sequence, rest.isEmpty,
            let parts = whole.children, parts.map(\.tag) == [Self.sequence, Self.sequence, Self.bitString],
            var fields = parts[0].children
        else { return nil }
        // The first version had no field to say so.
        if fields.first?.tag == Self.version { fields.removeFirst() }
        guard fields.count > Self.leading.count, fields.prefix(Self.leading.count).map(\.tag) == Self.leading else {
            return nil
        }
        let key = fields[Self.leading.count]
        guard key.tag == Self.sequence, key.children?.map(\.tag) == [Self.sequence, Self.bitString] else { return nil }
        bytes = Array(key.encoded)
    }

    /// Serial number, signature, issuer, validity and subject.
    private static var leading: [UInt8] { [integer, sequence, sequence, sequence, sequence] }

    private static var integer: UInt8 { 0x02 }
    private static var bitString: UInt8 { 0x03 }
    private static var sequence: UInt8 { 0x30 }
    private static var version: UInt8 { 0xA0 }
}
