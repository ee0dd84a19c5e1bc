import Foundation
import Primitives

/// Reads a password without echo from the terminal, from a file, or from the first line of standard input. It never
/// reads an argument, because every process on the machine can read arguments.
struct PasswordPrompt {
    let file: String?
    let terminal: Terminal

    func read() async throws -> Secret<String> {
        if let file { return try await fromFile(file) }
        guard isatty(STDIN_FILENO) == 1 else { return try await typed() }
        let failure = Failure(
            "Cannot disable the terminal's echo for a password. Use --password-file.", .failure)
        return try await TerminalMode.withoutEcho(or: failure) {
            terminal.prompt("Password: ")
            defer { terminal.note("") }
            return try await typed()
        }
    }

    /// An empty line is an empty password. The absence of any line is an error.
    private func typed() async throws -> Secret<String> {
        // An interruption restores the terminal's echo at once.
        guard let line = try await BlockingWork.run({ readLine(strippingNewline: true) }) else {
            throw Failure(
                "No password was read: standard input is empty or closed. Pipe the password in, or name a file with --password-file.",
                .usage)
        }
        return Secret(line)
    }

    private func fromFile(_ name: String) async throws -> Secret<String> {
        let path = URL(filePath: name).path
        let content: Data
        do {
            content = try await BlockingWork.run { try InputFile.content(of: path, limit: .text) }
        } catch let fault as InputFile.Fault {
            throw Failure("The password file \(path) can't be read (\(fault.reason)).", .unsuitableFile)
        }
        guard let text = String(data: content, encoding: .utf8) else {
            throw Failure("The password file \(path) is not text in UTF-8.", .unsuitableFile)
        }
        guard !text.isEmpty else { throw Failure("No password was read: the file \(path) is empty.", .usage) }
        return Secret(String(text.prefix { !$0.isNewline }))
    }
}
