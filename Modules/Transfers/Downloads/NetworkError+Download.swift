public import Networking

extension DownloadFailure: CustomFailure {
    public var name: String { "download" }

    /// A download repeats by itself what is worth it.
    public var isRetryable: Bool { false }
}

extension NetworkError.Cause {
    /// A download left no file, for a reason that no other call has.
    public static func download(_ failure: DownloadFailure) -> Self { .custom(AnyCustomFailure(failure)) }

    /// The download's own failure, if this is one.
    public var downloadFailure: DownloadFailure? {
        if case .custom(let failure) = self { failure.base as? DownloadFailure } else { nil }
    }
}
