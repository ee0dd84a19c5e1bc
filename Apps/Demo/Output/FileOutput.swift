import Foundation
import Primitives

extension Terminal {
    /// Shows a file that was downloaded.
    func show(file: URL, bytes: Int64, digest: String? = nil, json: Bool) throws {
        let output = Output([.json("file", file.path), .json("bytes", bytes), .json("digest", digest)])
        try show(output, json: json) {
            note("\(file.path): \(bytes.grouped) bytes\(digest.map { ", \($0)" } ?? "")")
        }
    }
}

/// The command as the user typed it.
struct TypedCommand {
    /// The program's name and its arguments.
    let words: [String]

    static var current: TypedCommand { TypedCommand(words: CommandLine.arguments) }

    /// How to run the command again. A log may store this sentence, so it does not repeat a command that may contain a
    /// secret.
    var toContinue: String {
        mayContainSecret ? "To continue, run the same command again." : "To continue, run: \(text)"
    }

    /// The command, quoted for a POSIX shell.
    var text: String { words.map(\.printable.shellWord).joined(separator: " ") }

    /// Whether there is an option whose value can be a secret, or an address with a user name, query or fragment.
    private var mayContainSecret: Bool {
        words.dropFirst().contains { word in
            word.contains { "?@#".contains($0) }
                || word.hasPrefix("-") && !Self.harmless.contains(String(word.prefix { $0 != "=" }))
        }
    }

    /// Options whose values are no secrets. A command with any other option is not repeated.
    private static let harmless: Set<String> = [
        "-o", "--output", "--data-dir", "--base-url", "--session", "--settings", "--profile", "--transport",
        "--timeout", "--deadline", "--retry-enabled", "--max-retries", "--max-redirects", "--ca-file", "--cert",
        "--key", "--json", "-v", "--verbose", "--trace", "--trace-file",
    ]
}
