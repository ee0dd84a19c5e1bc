package import Foundation
import Primitives
package import Services
import Transfers

extension Terminal {
    /// Shows a file that was downloaded.
    package func show(file: URL, bytes: Int64, digest: String? = nil, json: Bool) throws {
        let output = Output([.json("file", file.path), .json("bytes", bytes), .json("digest", digest)])
        try show(output, json: json) {
            note("\(file.path): \(bytes.grouped) bytes\(digest.map { ", \($0)" } ?? "")")
        }
    }

    /// Prints how many bytes the failed download of a file has stored, and the command that continues with them.
    package func noteStoredBytes(of file: URL, after failure: ServiceFailure?) {
        let key = failure?.localizableUserMessage.key
        // The bytes belong to another download, or the error's own message names them.
        let others = ["download.busy", "download.partialFileConflict", "download.diskFull", "download.diskFullStored"]
        if let key, others.contains(key) { return }
        let stored = StoredBytes(file: file)
        let count = stored.count
        guard count > 0 else { return }
        message("\(count.grouped) bytes are stored in \(stored.path.printable). \(TypedCommand.current.toContinue)")
    }
}

/// The command as the user typed it.
package struct TypedCommand {
    /// The program's name and its arguments.
    let words: [String]

    package static var current: TypedCommand { TypedCommand(words: CommandLine.arguments) }

    /// How to run the command again. A log may store this sentence, so it does not repeat a command that may contain a
    /// secret.
    package var toContinue: String {
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

    /// Options whose values are not secrets. A command with any other option is not repeated.
    private static let harmless: Set<String> = [
        "-o", "--output", "--data-dir", "--base-url", "--session", "--settings", "--profile", "--transport",
        "--timeout", "--deadline", "--retry-enabled", "--max-retries", "--max-redirects", "--ca-file", "--cert",
        "--key", "--json", "-v", "--verbose", "--trace", "--trace-file",
    ]
}
