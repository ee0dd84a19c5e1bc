import Foundation

/// One kind of setting: what somebody must write, and what is made of it.
struct Setting<Raw, Value> {
    /// Completes the sentence "… must be".
    let requirement: String
    /// `nil` for what does not fit.
    let parse: (Raw) -> Value?
}

extension Setting<String, URL> {
    static var address: Self {
        Self(requirement: "must be an address such as https://api.example.com.") { text in
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
            else { return nil }
            return url
        }
    }

    static var folder: Self {
        Self(requirement: "must be a folder.") { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
    }

    static var file: Self {
        Self(requirement: "must be a file.") { $0.isEmpty ? nil : URL(filePath: $0) }
    }
}

extension Setting<String, [String]> {
    static var list: Self {
        Self(requirement: "must be a list with commas between.") { text in
            text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}

extension Setting<String, TransportKind> {
    static var transport: Self {
        Self(requirement: "must be \(TransportKind.allCases.map(\.rawValue).joined(separator: " or ")).") {
            TransportKind(rawValue: $0)
        }
    }
}

extension Setting<Double, Duration> {
    static var duration: Self {
        Self(requirement: "must be a number of seconds between 0.001 and 86400.") { seconds in
            (0.001...86_400).contains(seconds) ? .seconds(seconds) : nil
        }
    }
}

extension Setting<Double, Int> {
    static func count(upTo limit: Int) -> Self {
        Self(requirement: "must be a whole number between 0 and \(limit).") { number in
            (0...Double(limit)).contains(number) ? Int(exactly: number) : nil
        }
    }
}
