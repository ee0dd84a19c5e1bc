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
