import Digests
import Foundation
import NIOTransport
import Networking
import Primitives
import URLSessionTransport

extension AppSettings {
    /// The transport that the settings name, with the trust that they ask for.
    func makeTransport(time: any TimeSource) throws -> any Transport {
        let trust = try trustPolicy()
        switch transport {
        case .nio:
            return try NIOTransport(trust: trust, hashing: SHA256Hashing(), time: time)
        case .urlsession:
            do {
                return try URLSessionTransport(trust: trust, hashing: SHA256Hashing(), time: time)
            } catch {
                throw Failure("\(error)", .usage)
            }
        }
    }

    private func trustPolicy() throws -> TrustPolicy {
        var trust = TrustPolicy()
        do {
            if let authorities {
                guard let pem = try? Data(contentsOf: authorities) else {
                    throw Failure("The certificates' file \(authorities.path) can't be read.", .unsuitableFile)
                }
                trust.roots = .systemAnd(try RootCertificate.parse(pem: pem))
            }
            trust.pins = try pinSets()
        } catch let error as TrustPolicyError {
            throw Failure("\(error)", .settings)
        }
        return trust
    }

    /// All keys that are named for one host are one set. Who names a single key at a command line knows what it is for.
    private func pinSets() throws -> [PinSet] {
        var keys: [String: [KeyPin]] = [:]
        for pin in pins {
            let parts = pin.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw Failure("A pin is written host=sha256/BASE64.", .usage) }
            keys[String(parts[0]), default: []].append(try KeyPin(String(parts[1])))
        }
        return try keys.map { try PinSet(host: $0.key, keys: $0.value, acceptingNoBackup: true) }
    }
}
