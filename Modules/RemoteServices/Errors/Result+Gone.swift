import Networking

extension Result where Failure == NetworkError {
    /// Whether a deletion succeeded, or the server had nothing to delete.
    var isGone: Bool {
        switch self {
        case .success: true
        case .failure(let error): if case .notFound = CallFailure(error) { true } else { false }
        }
    }
}
