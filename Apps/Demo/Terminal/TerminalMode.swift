import Foundation

/// Changes the mode of the terminal at standard input (termios(3)) and restores it: after the work, its error or its
/// cancellation, and if a crash ends this process. SIGKILL leaves the terminal changed.
enum TerminalMode {
    /// The mode before the first change. A constant, because a signal handler can use only globals.
    private static let original: termios? = {
        var mode = termios()
        return tcgetattr(STDIN_FILENO, &mode) == 0 ? mode : nil
    }()

    /// The signals of a crash, and that of Ctrl-\ during a password prompt.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Runs `body` while the terminal delivers every key at once as bytes, without echo. Ctrl-C is a byte too, not a
    /// signal. Output works as before.
    static func raw<Value>(or error: any Error, _ body: () async throws -> Value) async throws -> Value {
        try await changing(TCSANOW, or: error, body) { mode in
            let output = mode.c_oflag
            cfmakeraw(&mode)
            mode.c_oflag = output
        }
    }

    /// Runs `body` while the terminal does not show what the user types. Discards what was typed before.
    static func withoutEcho<Value>(or error: any Error, _ body: () async throws -> Value) async throws -> Value {
        try await changing(TCSAFLUSH, or: error, body) { $0.c_lflag &= ~tcflag_t(ECHO) }
    }

    /// - Parameter error: thrown if the terminal's mode can't be changed.
    private static func changing<Value>(
        _ moment: Int32, or error: any Error, _ body: () async throws -> Value, _ change: (inout termios) -> Void
    ) async throws -> Value {
        guard var mode = original else { throw error }
        change(&mode)
        let actions = crashes.map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            // This calls only functions that are safe in a signal handler (POSIX.1-2017 section 2.4.3).
            signal(number) { number in
                TerminalMode.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
            return (number, action)
        }
        defer {
            restore()
            for (number, action) in actions {
                var action = action
                sigaction(number, &action, nil)
            }
        }
        guard tcsetattr(STDIN_FILENO, moment, &mode) == 0 else { throw error }
        return try await body()
    }

    private static func restore() {
        guard var mode = original else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }
}
