import Digests
import Foundation
import NIOTransport
import Networking
import Primitives
import URLSessionTransport

extension AppSettings {
    /// The transport that the settings name, with the trust that they ask for.
    func makeTransport(time: any TimeSource) throws -> any Transport {
        do {
            let trust = try trustPolicy()
            switch transport {
            case .nio: return try NIOTransport(trust: trust, hashing: SHA256Hashing(), time: time)
            case .urlsession: return try URLSessionTransport(trust: trust, hashing: SHA256Hashing(), time: time)
            }
        } catch let error as TrustPolicyError {
            throw failure(error)
        }
    }

    private func trustPolicy() throws -> TrustPolicy {
        var trust = TrustPolicy()
        if let authorities { trust.roots = .systemAnd(authorities.certificates) }
        trust.pins = try pinSets()
        return trust
    }

    /// All keys that are named for one host are one set. Who names a single key at a command line knows what it is for.
    private func pinSets() throws -> [PinSet] {
        try Dictionary(grouping: pins, by: \.host).map { host, pins in
            try PinSet(host: host, keys: pins.map(\.key), acceptingNoBackup: true)
        }
    }

    /// What only a transport finds out, in the words of the settings.
    private func failure(_ error: TrustPolicyError) -> Failure {
        switch (error, authorities) {
        case (.unsupported, _):
            Failure(
                "The transport \(transport.rawValue) can't keep to ca_file and pin on this system. Use another, or leave "
                    + "them out.", status(ofFaultIn: .transport, .authorities, .pins))
        case (.notACertificate, let file?):
            Failure(
                "The setting \(SettingKey.authorities.rawValue) \(CertificateFile.damaged(file.url).reason)",
                status(ofFaultIn: .authorities, typed: .unsuitableFile))
        default:
            Failure("The settings ca_file and pin can't be used.", status(ofFaultIn: .authorities, .pins))
        }
    }
}
