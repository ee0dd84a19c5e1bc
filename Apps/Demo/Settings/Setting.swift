import Composition
import Foundation
import Networking
import Primitives
import TransportSecurity

/// The parser of one kind of setting.
struct Setting<Raw, Value> {
    let read: (Raw) -> Result<Value, Misfit>
}

/// Why a value is not valid for a setting.
struct Misfit: Error, Equatable {
    /// Follows the setting's name in a message: "must be …".
    let reason: String
    /// The exit code for a value that was passed as an option. Elsewhere it is ``ExitStatus/settings``.
    var statusIfTyped = ExitStatus.usage
}

extension Setting {
    /// A value in a message: a number as the user types it, or the beginning of a text in quotes.
    private static func shown(_ raw: Raw) -> String {
        if let number = raw as? Double {
            return number.formatted(.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
        }
        return "\"\("\(raw)".fitted(to: 60))\""
    }

    /// - Parameters:
    ///   - requirement: completes the sentence "… must be", with its full stop.
    ///   - parse: returns `nil` for an invalid value.
    init(requirement: String, parse: @escaping (Raw) -> Value?) {
        self.init { raw in
            parse(raw).map(Result.success)
                ?? .failure(Misfit(reason: "must be \(requirement.dropLast()), not \(Self.shown(raw))."))
        }
    }
}

extension Setting<String, URL> {
    static var address: Self {
        Self { text in
            let example = Misfit(reason: "must be an address such as https://api.example.com.")
            // Foundation percent-encodes the whole text again if one escape is invalid.
            guard let url = URL(string: text), text.hasOnlyWholeEscapes else { return .failure(example) }
            do throws(InvalidAddress) {
                _ = try Origin(of: url)
                return .success(url)
            } catch {
                return .failure(error == .scheme ? example : Misfit(reason: "must \(error.requirement)"))
            }
        }
    }

    static var folder: Self {
        Self(requirement: "a folder.") { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
    }
}

extension Setting<String, CertificateFile> {
    static var certificates: Self {
        Self { $0.isEmpty ? .failure(Misfit(reason: "must be a file.")) : CertificateFile.read(URL(filePath: $0)) }
    }
}

extension Setting<String, [PinSet]> {
    static var pins: Self {
        Self(
            requirement:
                "HOST=sha256/BASE64, separated by commas: a host name or address without a port, and the SHA-256 of "
                + "its public key in 44 characters."
        ) { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let pins = words.compactMap { HostPin($0.trimmingCharacters(in: .whitespaces)) }
            guard pins.count == words.count else { return nil }
            // All keys of one host form one set. A user who configures a single key accepts having no backup key.
            return try? Dictionary(grouping: pins, by: \.host).sorted { $0.key < $1.key }.map { host, pins in
                try PinSet(host: host, keys: pins.map(\.key), acceptingNoBackup: true)
            }
        }
    }
}

extension Setting<String, Bool> {
    static var flag: Self { Self(requirement: "true or false.") { Bool($0) } }
}

extension Setting<String, CredentialOptions.Kind> {
    static var credential: Self {
        Self(requirement: "none, bearer, api_key or basic.") { CredentialOptions.Kind(argument: $0) }
    }
}

extension Setting<String, String> {
    /// A text that is not empty.
    static func text(_ requirement: String) -> Self { Self(requirement: requirement) { $0.isEmpty ? nil : $0 } }
}

extension Setting<String, TransportKind> {
    static var transport: Self {
        Self(requirement: "\(TransportKind.names).") { TransportKind(rawValue: $0) }
    }
}

extension Setting<String, SessionKind> {
    static var session: Self {
        Self(requirement: "\(SessionKind.names).") { SessionKind(rawValue: $0) }
    }
}

extension Setting<Double, Duration> {
    static var duration: Self {
        Self(requirement: "a number of seconds between 0.001 and 86400.") { seconds in
            (0.001...86_400).contains(seconds) ? .seconds(seconds) : nil
        }
    }
}

extension Setting<Double, Int> {
    static func count(upTo limit: Int) -> Self {
        Self(requirement: "a whole number between 0 and \(limit).") { number in
            (0...Double(limit)).contains(number) ? Int(exactly: number) : nil
        }
    }
}

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
