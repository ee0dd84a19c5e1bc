import Foundation

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
    var text: String { words.map(Self.quoted).joined(separator: " ") }

    /// Header fields, form fields and queries can carry keys and tokens.
    private var mayContainSecret: Bool {
        words.dropFirst().contains { word in
            word.contains("?") || word.contains("@") || ["-H", "-F", "-f", "-d"].contains { word.hasPrefix($0) }
                || ["--header", "--field", "--raw-field", "--data", "--form"].contains { option in
                    // Not --data-dir.
                    word == option || word.hasPrefix(option + "=")
                }
        }
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.wholeMatch(of: /[A-Za-z0-9_.,:\/@%+=\-]+/) != nil
        return isPlain ? word : "'\(word.printable.replacing("'", with: #"'\''"#))'"
    }
}
