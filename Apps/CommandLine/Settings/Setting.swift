import Composition
import Foundation
import Networking
import Primitives
import TransportSecurity

/// The parser of one kind of setting.
struct Setting<Value> {
    /// Whether its values are numbers.
    var isNumber = false
    let read: (String) -> Result<Value, Misfit>

    /// - Parameters:
    ///   - requirement: completes the sentence "… must be".
    ///   - parse: returns `nil` for an invalid value.
    static func rule(_ requirement: String, isNumber: Bool = false, parse: @escaping (String) -> Value?) -> Self {
        Self(isNumber: isNumber) { text in
            // A number as the user types it, or the beginning of a text in quotes.
            let shown = isNumber ? Double(text).map(SettingKey.digits) ?? text : "\"\(text.fitted(to: 60))\""
            return parse(text).map(Result.success)
                ?? .failure(Misfit(reason: "must be \(requirement), not \(shown)."))
        }
    }
}

/// Why a value is not valid for a setting.
struct Misfit: Error, Equatable {
    /// Follows the setting's name in a message: "must be …".
    let reason: String
    /// The exit code for a value that was passed as an option. Elsewhere it is ``Failure/Status/settings``.
    var statusIfTyped = Failure.Status.usage

    /// For a file that can't be used.
    static func file(_ path: String, _ reason: String) -> Misfit {
        Misfit(reason: "names \(path), \(reason)", statusIfTyped: .unsuitableFile)
    }
}

extension Setting<URL> {
    static var address: Self {
        Self { text in
            let example = Misfit(reason: "must be an address such as https://api.example.com.")
            // Foundation percent-encodes the whole text again if one escape is invalid.
            guard let url = URL(string: text), text.hasOnlyWholeEscapes else { return .failure(example) }
            do throws(InvalidAddress) {
                _ = try Origin(ofBase: url)
                return .success(url)
            } catch {
                return .failure(error == .scheme ? example : Misfit(reason: "must \(error.requirement)"))
            }
        }
    }

    static var folder: Self {
        .rule("a folder") { $0.isEmpty ? nil : URL(typed: $0, directoryHint: .isDirectory) }
    }
}

extension Setting<Data> {
    /// The content of a PEM file.
    ///
    /// - Parameter isPrivate: whether others must not be able to read the file.
    static func pem(isPrivate: Bool = false) -> Self {
        Self { text in
            guard !text.isEmpty else { return .failure(Misfit(reason: "must be a file.")) }
            let path = URL(typed: text).path
            do throws(InputFile.Fault) {
                let content = try InputFile.content(of: path, limit: .text)
                guard isPrivate, InputFile.othersMayRead(path) else { return .success(content) }
                return .failure(.file(path, "which others can read. Run `chmod 600 \(path.shellWord)`."))
            } catch {
                return .failure(.file(path, "which can't be read (\(error.reason))."))
            }
        }
    }
}

/// A file of certificates that are trusted besides the system's.
struct CertificateFile: Sendable {
    let url: URL
    let certificates: [RootCertificate]

    /// For a file that has the form of PEM but is not a certificate, which only a transport can detect.
    static func damaged(_ url: URL) -> Misfit {
        .file(url.path, "in which a certificate is damaged or has another format. Export it again.")
    }
}

extension Setting<CertificateFile> {
    static var certificates: Self {
        Self { text in
            Setting<Data>.pem().read(text).flatMap { pem in
                let url = URL(typed: text)
                do {
                    return .success(CertificateFile(url: url, certificates: try RootCertificate.parse(pem: pem)))
                } catch TrustPolicyError.noCertificate {
                    return .failure(
                        .file(url.path, "which contains no PEM certificate (-----BEGIN CERTIFICATE-----)."))
                } catch {
                    return .failure(CertificateFile.damaged(url))
                }
            }
        }
    }
}

extension Setting<[PinSet]> {
    static var pins: Self {
        .rule(
            "HOST=sha256/BASE64, separated by commas: a host name or address without a port, and the SHA-256 of its "
                + "public key in 44 characters"
        ) { text in
            var sets: [String: [KeyPin]] = [:]
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                let parts = word.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
                    .map(String.init)
                // A set normalizes its host, so that all spellings share one set of keys.
                guard parts.count == 2, let key = try? KeyPin(parts[1]),
                    let host = try? PinSet(host: parts[0], keys: [key], acceptingNoBackup: true).host
                else { return nil }
                sets[host, default: []].append(key)
            }
            // A user who configures a single key accepts having no backup key.
            return try? sets.sorted { $0.key < $1.key }.map { host, keys in
                try PinSet(host: host, keys: keys, acceptingNoBackup: true)
            }
        }
    }
}

extension Setting {
    static var flag: Setting<Bool> { .rule("true or false") { Bool($0) } }

    static var transport: Setting<TransportKind> { .rule(TransportKind.names) { TransportKind(rawValue: $0) } }

    static var session: Setting<SessionKind> { .rule(SessionKind.names) { SessionKind(rawValue: $0) } }

    /// A text that is not empty.
    static func text(_ requirement: String) -> Setting<String> { .rule(requirement) { $0.isEmpty ? nil : $0 } }

    static var duration: Setting<Duration> {
        .rule("a number of seconds between 0.001 and 86400", isNumber: true) { text in
            Double(text).flatMap { (0.001...86_400).contains($0) ? .seconds($0) : nil }
        }
    }

    static func count(upTo limit: Int) -> Setting<Int> {
        .rule("a whole number between 0 and \(limit)", isNumber: true) { text in
            Double(text).flatMap { (0...Double(limit)).contains($0) ? Int(exactly: $0) : nil }
        }
    }
}
