public import Primitives
public import Services

/// The first failure of two concurrent calls, with the call that failed.
public enum PairError<First: Error, Second: Error>: Error {
    case first(First)
    case second(Second)
}

extension PairError: ServiceError where First: ServiceError, Second: ServiceError {
    public var isCancellation: Bool { underlying.isCancellation }
    public var localizableUserMessage: UserMessage { underlying.localizableUserMessage }
    public var failure: ServiceFailure? { underlying.failure }

    private var underlying: any ServiceError {
        switch self {
        case .first(let error): error
        case .second(let error): error
        }
    }
}
