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
        guard !yes, isatty(STDIN_FILENO) == 1 else { return }
        terminal.prompt("\(question.printable) [y/N] ")
        let answer = try await BlockingWork.run { readLine(strippingNewline: true) }
        // Ctrl-D leaves the cursor after the question.
        if answer == nil { terminal.note("") }
        guard ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased()) else {
            throw Failure("Nothing was deleted. Answer y to delete, or pass --yes.", .failure)
        }
    }
}
