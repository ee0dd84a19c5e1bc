import Models
public import Services
public import Testing

/// The kind of a `ServiceError`, for comparison in tests.
public enum ServiceErrorKind: Sendable, Equatable {
    case cancelled, wrongCredentials, loggedOut, forbidden, notFound, conflict, storage
    case unsuitableFile, damagedUpload
    /// A failed call that no other case describes.
    case network
    /// The server found these fields invalid, named as in the API.
    case invalid(fields: [String])

    /// The kind of `error`.
    public init(_ error: some ClassifiedServiceError) {
        self = error.errorKind
    }
}

/// The error of any service, which contract suites compare by its kind.
public protocol ClassifiedServiceError: UserFacingError {
    var errorKind: ServiceErrorKind { get }
    var failure: ServiceFailure? { get }
}

extension ServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .loggedOut: .loggedOut
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .invalid(let values): .invalid(fields: values.map(\.field))
        case .failed(let failure): [.storage, .file].contains(failure.kind) ? .storage : .network
        case .specific(let failure):
            switch failure as any SpecificFailure {
            case AuthFault.wrongCredentials: .wrongCredentials
            case UploadFault.unsuitableFile: .unsuitableFile
            case UploadFault.damagedUpload: .damagedUpload
            default: .network
            }
        }
    }
}

/// Expects `body` to throw a `ServiceError` of this kind, whose message is a sentence.
///
/// - Returns: the error, for further checks.
@discardableResult
public func expectFailure<Value>(
    _ expected: ServiceErrorKind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> (any ClassifiedServiceError)? {
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
