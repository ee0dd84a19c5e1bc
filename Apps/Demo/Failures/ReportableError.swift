import Primitives
import Services

/// An error that a command reports in its own words. A feature's error conforms in a file of its own.
protocol ReportableError: Error {
    /// The sentence and the exit code.
    ///
    /// - Parameter server: the server whose session was looked up.
    func report(at server: Origin?) -> Failure
}

extension AuthServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .wrongCredentials: Failure(userMessage, .notAllowed)
        case .invalid: Failure(userMessage, .invalidData)
        case .failed(let failure): Failure(failure.underlying, at: server)
        }
    }
}
