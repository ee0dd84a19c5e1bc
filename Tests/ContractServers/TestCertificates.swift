import Foundation
public import NIOSSL
import Primitives
public import TransportSecurity

/// Two roots that no system trusts, and certificates for the key below. All are valid from 2020 on. They are for tests
/// on loopback and worthless elsewhere; ``ChainCertificate`` has those with other flaws.
public enum TestCertificates {
    /// Both roots, until 2119 and later.
    public static var roots: [RootCertificate] {
        get throws { try RootCertificate.parse(pem: Data(rootPEM.utf8)) + [ChainCertificate.root.trusted] }
    }
    /// For localhost, signed by a root, until 2119.
    public static var localhost: NIOSSLCertificate { get throws { try ChainCertificate.direct.certificate } }
    /// For localhost, signed by a root, until 2021.
    public static var expired: NIOSSLCertificate { get throws { try certificate(expiredPEM) } }
    /// For localhost and 127.0.0.1, until 2119; signed with its own key.
    public static var selfSigned: NIOSSLCertificate { get throws { try certificate(selfSignedPEM) } }
    /// The pin of the key below, as OpenSSL computes it.
    public static var pin: String { "sha256/QYSDDs0dgGN+uk3e4lziL7KbUgD5yCPurhJPA0DyEcA=" }
    /// The key of all certificates except the roots.
    public static var key: NIOSSLPrivateKey {
        get throws { try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem) }
    }

    /// The self-signed certificate as that of a client.
    public static var client: ClientCertificate {
        ClientCertificate(chain: Data(selfSignedPEM.utf8), key: Secret(Data(keyPEM.utf8)))
    }

    private static func certificate(_ pem: String) throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    }

    private static let rootPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBbjCCARSgAwIBAgIUCB6NIMOZoTtjcLZ5uQRlu2VDrjEwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJVGVzdCBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
        MDAwMDAwWjAUMRIwEAYDVQQDDAlUZXN0IFJvb3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQM5SOfp4lmCCL0sxMZczlnQXV0KmMQ2gq5f7xXaiTfDdeRdhR+CqB0
        UggTWE4Y7oxFi66Mg1ywdb2C0w8vIfdso0IwQDAPBgNVHRMBAf8EBTADAQH/MA4G
        A1UdDwEB/wQEAwICBDAdBgNVHQ4EFgQUtBVF01sqlZcm1nSJDI4Z9GIrbPUwCgYI
        KoZIzj0EAwIDSAAwRQIhAKopvodvnvHOoW8WXarqBbmeZ35Ta2JDTFDTFKIGS18n
        AiAeEHAk8tl9ZvEyIAl7tLrsv9wblk1ONz+SXIlOABNcYA==
        -----END CERTIFICATE-----
        """

    private static let selfSignedPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBZzCCAQ2gAwIBAgIBAzAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
        c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
        CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0SGFiCZfvTeDWM
        KA96RUSl9n9puuorzAgmnXip65WhnfYDoS00TWO9+n2RFapeFWNST9rC4octZJRF
        x8HLRf2jTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
        BTADAQH/MB0GA1UdDgQWBBT7qm+9ozUOm4Cf/euTp4bEwLfvdTAKBggqhkjOPQQD
        AgNIADBFAiEA/YJTLv51Ybms4Okgq+GXY7VfIPxyxB1QXyI74XycOroCIDij/zkU
        NP0S/SB0JhtYNV9IOYP1O4yx2j0LC103zKbq
        -----END CERTIFICATE-----
        """

    private static let expiredPEM = """
        -----BEGIN CERTIFICATE-----
        MIIBlzCCAT2gAwIBAgIUDlCTi7a88Chl+AMVbd9YbEoTGLAwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJVGVzdCBSb290MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAw
        MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEHRIYWIJl+9N4NYwoD3pFRKX2f2m66ivMCCadeKnrlaGd9gOhLTRNY736
        fZEVql4VY1JP2sLihy1klEXHwctF/aNtMGswFAYDVR0RBA0wC4IJbG9jYWxob3N0
        MBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBT7qm+9ozUOm4Cf/euTp4bE
        wLfvdTAfBgNVHSMEGDAWgBS0FUXTWyqVlybWdIkMjhn0Yits9TAKBggqhkjOPQQD
        AgNIADBFAiEAifgefPiraOmQVQCbpPZukPuTqPs97OmY3J6Eeg+rFjICIDeTYn4d
        PR6gnsoFz4rfRG1FnR+Rnle/z99TL4uJxrIR
        -----END CERTIFICATE-----
        """

    private static let keyPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRlIGlenJbZHbZu2c
        ryZgvomnJueaQ0m6q6YQF8LjWpGhRANCAAQdEhhYgmX703g1jCgPekVEpfZ/abrq
        K8wIJp14qeuVoZ32A6EtNE1jvfp9kRWqXhVjUk/awuKHLWSURcfBy0X9
        -----END PRIVATE KEY-----
        """
}
