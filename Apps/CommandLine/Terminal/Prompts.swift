import ArgumentParser
import Foundation
package import Primitives

/// Asks the user before a command deletes something that can't be restored.
package struct Confirmation: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: "Delete without asking. Without a terminal, the command never asks.")
    package var yes = false

    package init() {}

    /// Returns if the user agrees, and throws otherwise. Asks only if standard input is a terminal, so a script never
    /// blocks.
    ///
    /// - Parameter question: names what is deleted, such as `Delete the account u-7?`.
    package func require(_ question: String, on terminal: Terminal) async throws {
        guard !yes, terminal.canAsk else { return }
        guard try await terminal.asks(question) else {
            throw Failure("Nothing was deleted. Answer y to delete, or pass --yes.", .failure)
        }
    }
}

extension Terminal {
    /// Whether a user can answer a question: standard input is a terminal.
    package var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

    /// Asks a question that has the answers yes and no. Every other answer is a no.
    package func asks(_ question: String) async throws -> Bool {
        prompt("\(question.printable) [y/N] ")
        let answer = try await BlockingWork.run { readLine(strippingNewline: true) }
        // Ctrl-D leaves the cursor after the question.
        if answer == nil { note("") }
        return ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}

/// Reads a password without echo from the terminal, from a file, or from the first line of standard input. It never
/// reads an argument, because every process on the machine can read arguments.
package struct PasswordPrompt {
    private let file: String?
    private let terminal: Terminal

    package init(file: String?, terminal: Terminal) {
        (self.file, self.terminal) = (file, terminal)
    }

    package func read() async throws -> Secret<String> {
        if let file { return try await fromFile(file) }
        guard isatty(STDIN_FILENO) == 1 else { return try await typed() }
        let failure = Failure(
            "Cannot disable the terminal's echo for a password. Use --password-file.", .failure)
        return try await TerminalMode.withoutEcho(or: failure) {
            TerminalMode.prompt()
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
        let path = URL(typed: name).path
        let content = try await InputFile.bytes(of: path, limit: .text, as: "The password file \(path)")
        guard let text = String(data: content, encoding: .utf8) else {
            throw Failure("The password file \(path) is not text in UTF-8.", .unsuitableFile)
        }
        guard !text.isEmpty else { throw Failure("No password was read: the file \(path) is empty.", .usage) }
        return Secret(String(text.prefix { !$0.isNewline }))
    }
}

/// Changes the mode of the terminal at standard input (termios(3)) and restores it: after the work, its error or its
/// cancellation, if a crash ends this process, and while Ctrl-Z stops it. SIGKILL and SIGSTOP can't be handled.
enum TerminalMode {
    /// The mode before the first change. A constant, because a signal handler can use only globals.
    private static let original: termios? = {
        var mode = termios()
        return tcgetattr(STDIN_FILENO, &mode) == 0 ? mode : nil
    }()

    /// The signals of a crash, and that of Ctrl-\ during a password prompt.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Asks for the password on standard error. Safe in a signal handler.
    static func prompt() {
        let text: StaticString = "Password: "
        _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Runs `body` while the terminal does not show what the user types. Discards what was typed before.
    ///
    /// - Parameter error: thrown if the terminal's mode can't be changed.
    static func withoutEcho<Value>(or error: any Error, _ body: () async throws -> Value) async throws -> Value {
        guard original != nil else { throw error }
        // A parent without job control ignores Ctrl-Z for its children.
        let stop = Interrupts.isIgnored(SIGTSTP) ? [] : [(SIGCONT, mark), (SIGTSTP, Self.stop)]
        let actions = (crashes.map { ($0, end) } + stop).map { number, handler in
            var action = sigaction()
            sigaction(number, nil, &action)
            signal(number, handler)
            return (number, action)
        }
        defer {
            for (number, action) in actions {
                var action = action
                sigaction(number, &action, nil)
            }
            restore()
        }
        guard hide() else { throw error }
        return try await body()
    }

    // What follows calls only functions that are safe in a signal handler (POSIX.1-2017 section 2.4.3).

    private typealias Handler = @convention(c) (Int32) -> Void

    private static let end: Handler = { number in
        TerminalMode.restore()
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Does nothing. That it handles SIGCONT marks that a password is being read, which a handler could otherwise find
    /// only in global state.
    private static let mark: Handler = { _ in }

    private static var isReading: Bool {
        Interrupts.handler(of: SIGCONT) == unsafeBitCast(mark, to: Int.self)
    }

    /// Ctrl-Z. After `fg` the terminal has the shell's mode, and what was typed before is lost. The system does not
    /// stop a process that no shell could continue, so such a process goes on at once.
    private static let stop: Handler = { number in
        let error = errno
        TerminalMode.restore()
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        if TerminalMode.isReading {
            signal(number, TerminalMode.stop)
            if TerminalMode.hide() { TerminalMode.prompt() }
            // The prompt may have ended meanwhile, on another thread.
            if !TerminalMode.isReading {
                signal(number, SIG_DFL)
                TerminalMode.restore()
            }
        }
        errno = error
    }

    private static func hide() -> Bool {
        guard var mode = original else { return false }
        mode.c_lflag &= ~tcflag_t(ECHO)
        return tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) == 0
    }

    private static func restore() {
        guard var mode = original else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }
}
