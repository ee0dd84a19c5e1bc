import Composition
import Foundation
import Networking
import Primitives
import TransportSecurity

/// One kind of setting: what somebody must write, and what is made of it.
struct Setting<Raw, Value> {
    let read: (Raw) -> Result<Value, Misfit>
}

/// Why what somebody wrote is no value of a setting.
struct Misfit: Error, Equatable {
    /// Goes on behind the setting's name: "must be …".
    let reason: String
    /// Where it was typed. In any other place it is the settings that are wrong.
    var statusIfTyped = ExitStatus.usage
}

extension Setting {
    /// - Parameters:
    ///   - requirement: completes the sentence "… must be".
    ///   - parse: `nil` for what does not fit.
    init(requirement: String, parse: @escaping (Raw) -> Value?) {
        self.init { raw in
            parse(raw).map(Result.success) ?? .failure(Misfit(reason: "must be \(requirement)"))
        }
    }
}

extension Setting<String, URL> {
    static var address: Self {
        Self { text in
            let example = Misfit(reason: "must be an address such as https://api.example.com.")
            // Foundation encodes the whole text again for one bad escape.
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
            requirement: "HOST=sha256/BASE64, with commas between several: a name or address without a port, and the "
                + "SHA-256 of its public key in 44 characters."
        ) { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let pins = words.compactMap { HostPin($0.trimmingCharacters(in: .whitespaces)) }
            guard pins.count == words.count else { return nil }
            // All keys of one host are one set. A user who types a single key at a command line knows its purpose.
            return try? Dictionary(grouping: pins, by: \.host).sorted { $0.key < $1.key }.map { host, pins in
                try PinSet(host: host, keys: pins.map(\.key), acceptingNoBackup: true)
            }
        }
    }
}

extension Setting<String, TransportKind> {
    static var transport: Self {
        Self(requirement: "\(TransportKind.names).") { TransportKind(rawValue: $0) }
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
