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

/// One accepted key of a host's certificate, as a setting specifies it.
struct HostPin: Sendable, Equatable {
    /// In lower case, because all spellings of a host share one set of keys.
    let host: String
    let key: KeyPin

    /// - Parameter text: `host=sha256/BASE64`, the host without port and scheme; `nil` for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let key = try? KeyPin(parts[1]),
            let set = try? PinSet(host: parts[0], keys: [key], acceptingNoBackup: true)
        else { return nil }
        (host, self.key) = (set.host, key)
    }
}
