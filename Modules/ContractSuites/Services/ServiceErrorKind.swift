import Models
public import Networking
public import Services
public import Testing

/// The kind of a ``ServiceError``, for comparison in tests.
public enum ServiceErrorKind: Sendable, Equatable {
    case cancelled, wrongCredentials, loggedOut, forbidden, notFound, unsuitableFile, damagedUpload, storage
    /// Every other failed call.
    case network
    /// With the names of the invalid fields, as the API spells them.
    case invalid(fields: [String])

    /// The kind of `error`.
    public init(_ error: AuthServiceError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .wrongCredentials: .wrongCredentials
            case .loggedOut: .loggedOut
            case .invalid(let values): .invalid(fields: values.map(\.field))
            case .failed(let failure): Self(failure)
            }
    }

    /// The kind of `error`.
    public init(_ error: UserServiceError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .loggedOut: .loggedOut
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .invalid(let values): .invalid(fields: values.map(\.field))
            case .failed(let failure): Self(failure)
            }
    }

    /// The kind of `error`.
    public init(_ error: UploadServiceError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .loggedOut: .loggedOut
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .unsuitableFile: .unsuitableFile
            case .damagedUpload: .damagedUpload
            case .failed(let failure): Self(failure)
            }
    }

    private init(_ failure: ServiceFailure) {
        self = failure.kind == .storage ? .storage : .network
    }

    fileprivate init?(any error: any ServiceError) {
        switch error {
        case let error as AuthServiceError: self.init(error)
        case let error as UserServiceError: self.init(error)
        case let error as UploadServiceError: self.init(error)
        default: return nil
        }
    }
}

extension ServiceError {
    /// The network error of the failed call.
    public var networkError: NetworkError? { failure?.underlying as? NetworkError }
}

/// Expects `body` to throw a ``ServiceError`` of this kind, whose message is a sentence.
///
/// - Returns: the error, for further checks.
@discardableResult
public func expectFailure<Value>(
    _ expected: ServiceErrorKind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> (any ServiceError)? {
    do {
        let value = try await body()
        Issue.record("expected \(expected), got \(value)", sourceLocation: sourceLocation)
    } catch let error as any ServiceError {
        #expect(ServiceErrorKind(any: error) == expected, "\(error)", sourceLocation: sourceLocation)
        let isSentence = error.userMessage.hasSuffix(".") || error.userMessage.hasSuffix("?")
        #expect(isSentence, "\(error.userMessage)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("expected \(expected), got \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

/// Runs `body` in a task that is already cancelled.
func inCancelledTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body()
    }
    return try await task.value
}
