import Foundation
import NIOCore
import Networking

extension FailureTranslator {
    /// Translates an error of the operating system (POSIX `errno`).
    func translate(_ error: IOError) -> TransportError {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN, ETIMEDOUT: .connectionLost
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM: .unreachable
        case EMFILE, ENFILE: tooManyFiles
        default: .other(reason: "System error \(error.errnoCode): \(String(cString: strerror(error.errnoCode)))")
        }
    }

    var tooManyFiles: TransportError {
        .other(reason: "Too many files are open. Close some, or raise the limit (ulimit -n).")
    }

    /// Whether a file descriptor is free. Without one, no name can be looked up.
    var canOpenFile: Bool {
        let file = dup(STDERR_FILENO)
        guard file >= 0 else { return errno != EMFILE && errno != ENFILE }
        close(file)
        return true
    }
}
