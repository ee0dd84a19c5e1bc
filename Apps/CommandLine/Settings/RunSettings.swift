package import Composition
package import Foundation
import Networking
import Primitives
import TransportSecurity

/// The settings of one run: those of the app, and the details for messages about a fault in them.
package struct RunSettings: Sendable {
    package var app: AppSettings
    /// The file of the certificates in the app's trust policy.
    var authorities: CertificateFile?
    /// The settings that were passed as options: a fault in one of them is a usage error.
    var typed: Set<SettingKey> = []
    package var lab = LabSettings()  // Part: lab

    package init(app: AppSettings) {
        self.app = app
    }

    /// The exit code for a fault that appears when the app is composed: `status` if one of `keys` was passed as an
    /// option.
    package func status(ofFaultIn keys: [SettingKey], typed status: Failure.Status = .usage) -> Failure.Status {
        typed.isDisjoint(with: keys) ? .settings : status
    }

    /// The settings for a command that needs a kind of session; unchanged for `nil`.
    func requiring(_ kind: SessionKind?) throws(Failure) -> RunSettings {
        guard let kind else { return self }
        guard app.session != .ephemeral else {
            throw Failure(
                "This command stores its work in the data folder, which an ephemeral session does not use. Use "
                    + "--session \(kind.rawValue).", status(ofFaultIn: [.session]))
        }
        var settings = self
        settings.app.session = kind
        return settings
    }

    /// Converts an error of a command. Describes faults that appear only when the app is composed in terms of the
    /// settings.
    ///
    /// - Parameter url: the API's address in messages; `nil` for the configured one.
    package func failure(_ error: any Error, at url: URL? = nil) -> Failure {
        switch error {
        case let error as TrustPolicyError: trustFailure(error)
        case let error as InvalidAPIEnvironment:
            Failure(error.reason, status(ofFaultIn: [.baseURL] + AppSettings.furtherAPIs.map { SettingKey($0) }))
        default: Failure(error, at: Origin(url ?? app.baseURL))
        }
    }

    private func trustFailure(_ error: TrustPolicyError) -> Failure {
        switch (error, authorities) {
        case (.unsupported, _):
            Failure(
                "The transport \(app.transport.rawValue) does not support ca_file and pin on this system. Use another "
                    + "transport, or remove these settings.", status(ofFaultIn: [.transport, .authorities, .pins]))
        case (.noClientCertificates, _):
            Failure(
                "The transport \(app.transport.rawValue) does not support cert_file and key_file. Use another transport, "
                    + "or remove these settings.", status(ofFaultIn: [.transport, .certificate, .certificateKey]))
        case (.notAClientCertificate, _):
            Failure(
                "The settings cert_file and key_file can't be used. \(error)",
                status(ofFaultIn: [.certificate, .certificateKey], typed: .unsuitableFile))
        case (.notACertificate, let file?):
            Failure(
                "The setting \(SettingKey.authorities.rawValue) \(CertificateFile.damaged(file.url).reason)",
                status(ofFaultIn: [.authorities], typed: .unsuitableFile))
        default:
            Failure(
                "The settings ca_file and pin can't be used. \(error)",
                status(ofFaultIn: [.authorities, .pins]))
        }
    }
}
