public import Foundation
public import Primitives

/// The certificate with which an app identifies itself to a server that requests one (RFC 8446 section 4.3.2).
///
/// This type stores the content of files. The transport parses it when it is created.
public struct ClientCertificate: Sendable, Equatable {
    /// The certificate in PEM, and after it the intermediates that a server may lack.
    public let chain: Data

    /// The certificate's private key in PEM, without a passphrase.
    public let key: Secret<Data>

    /// - Parameters:
    ///   - chain: the certificate in PEM, and after it any intermediates.
    ///   - key: the certificate's private key in PEM, without a passphrase.
    public init(chain: Data, key: Secret<Data>) {
        self.chain = chain
        self.key = key
    }
}
