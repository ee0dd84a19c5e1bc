import Foundation
import Networking
import TransportSecurity

/// Certificates that somebody trusts beside the system's, and the file that they stand in.
struct CertificateFile: Sendable {
    let url: URL
    let certificates: [RootCertificate]

    /// Reads a PEM file; the failure says what is wrong with it.
    static func read(_ url: URL) -> Result<CertificateFile, Misfit> {
        let pem: Data
        do throws(InputFile.Fault) {
            pem = try InputFile.content(of: url.path)
        } catch {
            return .failure(
                Misfit(
                    reason: "names \(url.path), which can't be read (\(error.reason)).", statusIfTyped: .unsuitableFile)
            )
        }
        do throws(TrustPolicyError) {
            return .success(CertificateFile(url: url, certificates: try RootCertificate.parse(pem: pem)))
        } catch .noCertificate {
            return .failure(
                Misfit(
                    reason: "names \(url.path), which has no certificate in PEM: a -----BEGIN CERTIFICATE----- line "
                        + "begins one.", statusIfTyped: .unsuitableFile))
        } catch {
            return .failure(damaged(url))
        }
    }

    /// Of a file whose certificates have the right frame and something else in it, which only a transport can tell.
    static func damaged(_ url: URL) -> Misfit {
        Misfit(
            reason: "names \(url.path), in which a certificate is damaged or is something else; export it again.",
            statusIfTyped: .unsuitableFile)
    }
}
