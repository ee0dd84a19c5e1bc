public import Networking

extension DownloadFailure: CustomFailure {
    public var name: String { "download" }

    /// Always `false`, because a download retries by itself.
    public var isRetryable: Bool { false }
}

extension NetworkError.Cause {
    /// The cause for a failure that only downloads have.
    public static func download(_ failure: DownloadFailure) -> Self { .custom(AnyCustomFailure(failure)) }

    /// The download's failure; `nil` for any other cause.
    public var downloadFailure: DownloadFailure? {
        if case .custom(let failure) = self { failure.base as? DownloadFailure } else { nil }
    }
}
