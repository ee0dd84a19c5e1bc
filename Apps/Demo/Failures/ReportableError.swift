import Primitives
import Services

/// An error that a command reports in its own words.
protocol ReportableError: Error {
    /// The sentence and the exit code.
    ///
    /// - Parameter server: the server whose session was looked up.
    func report(at server: Origin?) -> Failure
}

extension ServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .forbidden: Failure(userMessage, .notAllowed)
        case .notFound(let failure): Failure(notFound: userMessage, failure)
        case .invalid: Failure(userMessage, .invalidData)
        case .conflict(let failure), .failed(let failure): Failure(failure, at: server)
        case .specific(let failure): Failure(userMessage, ExitStatus(failure.kind))
        }
    }
}
