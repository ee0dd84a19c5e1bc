import Foundation
import Networking
import TransportSecurity

/// A file of certificates that are trusted besides the system's.
struct CertificateFile: Sendable {
    let url: URL
    let certificates: [RootCertificate]

    /// Reads a PEM file. The failure states what is wrong with it.
    static func read(_ url: URL) -> Result<CertificateFile, Misfit> {
        let pem: Data
        do throws(InputFile.Fault) {
            pem = try InputFile.content(of: url.path, limit: .text)
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
                    reason: "names \(url.path), which contains no PEM certificate (-----BEGIN CERTIFICATE-----).",
                    statusIfTyped: .unsuitableFile))
        } catch {
            return .failure(damaged(url))
        }
    }

    /// The failure for a file that has the form of PEM but is no certificate, which only a transport can detect.
    static func damaged(_ url: URL) -> Misfit {
        Misfit(
            reason: "names \(url.path), in which a certificate is damaged or has another format. Export it again.",
            statusIfTyped: .unsuitableFile)
    }
}
