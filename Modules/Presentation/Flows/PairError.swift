public import Primitives
public import Services

/// The first failure of two concurrent calls, with the call that failed.
public enum PairError<First: Error, Second: Error>: Error {
    case first(First)
    case second(Second)
}

extension PairError: UserFacingError where First: UserFacingError, Second: UserFacingError {
    public var isCancellation: Bool { underlying.isCancellation }
    public var localizableUserMessage: UserMessage { underlying.localizableUserMessage }

    private var underlying: any UserFacingError {
        switch self {
        case .first(let error): error
        case .second(let error): error
        }
    }
}
