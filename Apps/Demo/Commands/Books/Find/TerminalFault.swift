import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why a command that draws on the terminal can't run.
struct TerminalFault: ReportableError {
    enum Reason {
        /// The stream with this name is no terminal.
        case noTerminal(stream: String)
        /// The terminal can't move its cursor.
        case dumb
        /// The system does not permit another mode.
        case fixedMode
    }

    let reason: Reason
    /// The command to use instead.
    let alternative: String

    init(_ reason: Reason, alternative: String) {
        self.reason = reason
        self.alternative = alternative
    }

    /// Throws unless a user can type at standard input and see standard error.
    static func check(_ environment: [String: String], alternative: String) throws(TerminalFault) {
        for (stream, name) in [(STDIN_FILENO, "standard input"), (STDERR_FILENO, "standard error")]
        where isatty(stream) != 1 {
            throw TerminalFault(.noTerminal(stream: name), alternative: alternative)
        }
        if environment["TERM"] == "dumb" { throw TerminalFault(.dumb, alternative: alternative) }
    }

    func report(at server: Origin?) -> Failure {
        let fault =
            switch reason {
            case .noTerminal(let stream): "This command requires a terminal, but \(stream) is not one."
            case .dumb: "This command requires a terminal that can move its cursor, but TERM is dumb."
            case .fixedMode: "This command requires a terminal, but its mode can't be changed."
            }
        return Failure("\(fault) Use `\(alternative)`.", .usage)
    }
}
