import ArgumentParser
import Foundation

/// Asks the user before a command deletes something that can't be restored.
struct Confirmation: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: "Delete without asking. Without a terminal, the command never asks.")
    var yes = false

    /// Returns if the user agrees, and throws otherwise. Asks only if standard input is a terminal, so a script never
    /// blocks.
    ///
    /// - Parameter question: names what is deleted, such as `Delete the account u-grace?`.
    func require(_ question: String, on terminal: Terminal) async throws {
        guard !yes, terminal.canAsk else { return }
        guard try await terminal.asks(question) else {
            throw Failure("Nothing was deleted. Answer y to delete, or pass --yes.", .failure)
        }
    }
}

extension Terminal {
    /// Whether a user can answer a question: standard input is a terminal.
    var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

    /// Asks a question that has the answers yes and no. Every other answer is a no.
    func asks(_ question: String) async throws -> Bool {
        prompt("\(question.printable) [y/N] ")
        let answer = try await BlockingWork.run { readLine(strippingNewline: true) }
        // Ctrl-D leaves the cursor after the question.
        if answer == nil { note("") }
        return ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
