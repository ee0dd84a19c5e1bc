import ArgumentParser
import Backend
import Foundation
import Testing

@testable import CommandLine
@testable import strata

@Suite("The examples in the help")
struct ExampleTests {
    @Test("every example is a valid command line, and runs against the sample backend in a shell")
    func run() async throws {
        let examples = try Self.examples()
        #expect(examples.count > 15)
        var runnable: [String] = []
        for example in examples {
            let words = ShellWords(example).words
            #expect(words.first == "strata", "\(example)")
            do {
                let command = try Strata.parsed(Array(words.dropFirst()))
                if Self.isRunnable(example, type(of: command).configuration) {
                    runnable.append(Self.withAccounts(example))
                }
            } catch {
                Issue.record("\(example): \(Strata.message(for: error))")
            }
        }
        // Deletions come last but for logging out, because the others need what these remove.
        let endings = [" delete ", "strata logout"]
        let ordered =
            runnable.filter { example in !endings.contains { example.contains($0) } }
            + endings.flatMap { ending in runnable.filter { $0.contains(ending) } }
        try await Workplace.with { place in
            try Self.writeFiles(into: place.folder)
            try await place.logIn()
            for example in ordered {
                let outcome = try await Self.shell(example, at: place)
                #expect(outcome.code == 0, "\(example): \(outcome.errors)")
            }
        }
    }

    @Test("strata-backend has the version of strata")
    func version() async throws {
        let version = try await Workplace.strata(["--version"]).output
        let backend = try await Workplace.run(Binaries.backend, ["--version"])
        #expect(backend.output == version.replacing("strata ", with: "strata-backend "))
    }

    /// Whether an example can run here: not if it needs another server, a terminal or a Ctrl-C, or starts servers of its
    /// own. Those that need a certain state of a transfer or of the outbox, and programs that may be missing, are only parsed.
    private static func isRunnable(_ example: String, _ help: CommandConfiguration) -> Bool {
        let parsedOnly = [
            "https://", "| jq", "strata demo", "strata serve", "strata graphql", "transfers pause", "transfers resume",
            "completions", "sample-8388608", "outbox show", "outbox retry", "outbox discard",
        ]
        // The help of a command that waits for a key in a terminal names the key.
        return !"\(help.abstract) \(help.discussion)".contains("Ctrl-")
            && !parsedOnly.contains { example.contains($0) }
    }

    /// The help names no account of the sample backend, because most servers have others.
    private static func withAccounts(_ example: String) -> String {
        example.replacing("you@example.com", with: DemoAccount.ada.email).replacing("u-7", with: "u-grace")
    }

    /// The examples of every command: lines below EXAMPLES, without the words that explain them.
    private static func examples() throws -> [String] {
        try AnyCommand.all().flatMap { command in
            let text = (command.info.discussion ?? "").components(separatedBy: "\n\n").first ?? ""
            return text.replacing(#/\\\n */#, with: "").split(separator: "\n").dropFirst()
                .map { $0.trimmingCharacters(in: .whitespaces).replacing(#/ {2,}.*$/#, with: "") }
        }
    }

    private static func writeFiles(into folder: URL) throws {
        let password = DemoAccount.ada.password + "\n"
        // The smallest PNG: one transparent pixel.
        let picture = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="))
        try Data(password.utf8).write(to: folder.appending(path: "password.txt"))
        try Data("The list is empty after a logout.".utf8).write(to: folder.appending(path: "message.txt"))
        try picture.write(to: folder.appending(path: "avatar.png"))
    }

    private static func shell(_ line: String, at place: Workplace) async throws -> Outcome {
        try await Workplace.run(
            URL(filePath: "/bin/sh"), ["-c", #"cd "$EXAMPLE_FOLDER" && PATH="$EXAMPLE_BIN:$PATH"; "# + line],
            input: DemoAccount.ada.password + "\n",
            environment: [
                "EXAMPLE_FOLDER": place.folder.path,
                "EXAMPLE_BIN": Binaries.strata.deletingLastPathComponent().path,
                "STRATA_BASE_URL": place.backend.absoluteString, "STRATA_DATA_DIR": place.dataFolder.path,
            ])
    }
}

/// The words of a command line up to a pipe or a redirection, without their quotation marks.
private struct ShellWords {
    private(set) var words: [String] = []

    init(_ line: String) {
        var word: String?
        var quote: Character?
        for character in line {
            switch (character, quote) {
            case (_, let mark?) where mark == character: quote = nil
            case (_, _?): word = (word ?? "") + String(character)
            case ("\"", nil), ("'", nil):
                quote = character
                word = word ?? ""
            case (" ", nil):
                if let word { words.append(word) }
                word = nil
            case ("|", nil), ("<", nil), (">", nil): return
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
    }
}
