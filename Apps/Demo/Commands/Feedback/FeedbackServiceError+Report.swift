import Primitives
import Services

extension FeedbackServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut:
            Failure(
                "Your session\(server.map { " at \($0)" } ?? "") has ended. Log in again with `strata login EMAIL`, or "
                    + "repeat the command to send the message as a guest.", .notAllowed)
        case .invalid: Failure(userMessage, .invalidData)
        case .failed(let failure): Failure(failure.underlying, at: server)
        }
    }
}
