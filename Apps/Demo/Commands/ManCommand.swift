import ArgumentParser
import Composition

struct ManCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Print the manual page.",
        discussion: """
            EXAMPLES:
              strata man > strata.1

            Read the file with `man -l strata.1`, or with `man ./strata.1` on macOS. To install it, copy it to the \
            subfolder man1 of a folder that `manpath` prints.
            """)

    func run() async throws {
        try await Command.run { terminal in terminal.write(try ManualPage().text) }
    }
}
