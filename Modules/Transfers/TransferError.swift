public import Networking
public import Primitives

/// Why a transfer failed. Contains no secret.
public enum TransferError<Specific: CustomFailure>: Error, Equatable {
    /// A failure that only transfers of this direction have, with the details of the last request.
    case transfer(Specific, NetworkError.RequestMetadata)
    /// A failure that every call can have.
    case call(NetworkError)

    /// The transfer's own failure; `nil` for a failure that every call can have.
    public var failure: Specific? {
        if case .transfer(let failure, _) = self { failure } else { nil }
    }

    /// The call's failure; `nil` for a failure that only transfers have.
    public var call: NetworkError? {
        if case .call(let error) = self { error } else { nil }
    }

    /// The details of the request, for logs and bug reports.
    public var metadata: NetworkError.RequestMetadata {
        switch self {
        case .transfer(_, let metadata): metadata
        case .call(let error): error.metadata
        }
    }

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .transfer(let failure, _): failure.localizableUserMessage
        case .call(let error): error.localizableUserMessage
        }
    }

    // The monitor of a call receives one type of error, so inside a transfer its failure is a cause like any other.
    init(_ error: NetworkError) {
        self = error.cause.failure().map { .transfer($0, error.metadata) } ?? .call(error)
    }
}

extension NetworkError.Cause {
    func failure<Failure: CustomFailure>() -> Failure? {
        if case .custom(let failure) = self { failure.base as? Failure } else { nil }
    }
}
