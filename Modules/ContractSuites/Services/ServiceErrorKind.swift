import Models
public import Networking
public import Services
public import Testing

/// The kind of a `ServiceError`, for comparison in tests.
public enum ServiceErrorKind: Sendable, Equatable {
    case cancelled, wrongCredentials, loggedOut, forbidden, notFound, storage
    case unsuitableFile, damagedUpload
    /// A failed call that no other case describes.
    case network
    /// The server found these fields invalid, named as in the API.
    case invalid(fields: [String])

    /// The kind of a failure that the service has no case for.
    public init(_ failure: ServiceFailure) {
        self = failure.kind == .storage ? .storage : .network
    }

    /// The kind of `error`.
    public init(_ error: some ClassifiedServiceError) {
        self = error.errorKind
    }
}

extension ServiceError {
    /// The network error of the failed call.
    public var networkError: NetworkError? { failure?.underlying as? NetworkError }
}

/// Expects `body` to throw a `ServiceError` of this kind, whose message is a sentence.
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
    } catch let error as any ClassifiedServiceError {
        #expect(error.errorKind == expected, "\(error)", sourceLocation: sourceLocation)
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
