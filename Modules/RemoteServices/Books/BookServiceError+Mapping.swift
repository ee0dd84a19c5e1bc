public import Networking
public import Services
public import Transfers

extension BookServiceError {
    /// Maps the error of a call to the error of a ``BookService``. A catalog has no logins, so a 401 is a failure.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .notFound(let failure): self = .notFound(failure)
        case .loggedOut: self = .failed(ServiceFailure(error))
        case .invalid(_, let failure), .forbidden(let failure), .other(let failure): self = .failed(failure)
        }
    }

    /// Maps the error of a download. A failure of its file has no request that another service could report.
    public init(_ error: DownloadError) {
        switch error {
        case .call(let error): self.init(error)
        case .download(let failure, _):
            self = .failed(
                ServiceFailure(
                    ServiceFailure.Kind(failure), failure.localizableUserMessage, underlying: error))
        }
    }
}
