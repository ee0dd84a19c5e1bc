public import Networking
public import Primitives

/// Why a download produced no file. Contains no secret.
public enum DownloadError: Error, Sendable, Equatable {
    /// A failure that only downloads have, with the details of the last request.
    case download(DownloadFailure, NetworkError.RequestMetadata)
    /// A failure that every call can have.
    case call(NetworkError)

    /// The download's own failure; `nil` for one that every call can have.
    public var failure: DownloadFailure? {
        if case .download(let failure, _) = self { failure } else { nil }
    }

    /// The call's failure; `nil` for one that only downloads have.
    public var call: NetworkError? {
        if case .call(let error) = self { error } else { nil }
    }

    /// The details of the request, for logs and bug reports.
    public var metadata: NetworkError.RequestMetadata {
        switch self {
        case .download(_, let metadata): metadata
        case .call(let error): error.metadata
        }
    }

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .download(let failure, _): failure.localizableUserMessage
        case .call(let error): error.localizableUserMessage
        }
    }
}

// The monitor of a call receives one type of error, so inside a download its failure is a cause like any other.

extension DownloadError {
    init(_ error: NetworkError) {
        self = error.cause.downloadFailure.map { .download($0, error.metadata) } ?? .call(error)
    }
}

extension DownloadFailure: CustomFailure {
    public var name: String { "download" }

    /// Always `false`, because a download retries by itself.
    public var isRetryable: Bool { false }
}

extension NetworkError.Cause {
    static func download(_ failure: DownloadFailure) -> Self { .custom(AnyCustomFailure(failure)) }

    var downloadFailure: DownloadFailure? {
        if case .custom(let failure) = self { failure.base as? DownloadFailure } else { nil }
    }
}
