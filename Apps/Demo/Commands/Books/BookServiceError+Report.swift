import Networking
import Primitives
import Services
import Transfers

extension BookServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .notFound(let failure) where failure.hasNoWords:
            Failure(
                "There is no catalog of books at \(failure.address ?? "this address"). Check --base-url and --books-url.",
                .notFound)
        case .notFound: Failure(userMessage, .notFound)
        case .brokenList: Failure(userMessage, .notUnderstood)
        case .failed(let failure) where failure.underlying is NetworkError || failure.underlying is DownloadError:
            Failure(failure.underlying, at: server)
        case .failed: Failure(userMessage, .notUnderstood)
        }
    }
}

extension ServiceFailure {
    /// The server that responded.
    fileprivate var address: String? { (underlying as? NetworkError)?.metadata.origin }

    /// Whether the server sent a status without a message, such as an HTML page at an unknown address.
    fileprivate var hasNoWords: Bool {
        guard let error = underlying as? NetworkError, case .status(let status) = error.cause else { return false }
        return status.message == nil
    }
}
