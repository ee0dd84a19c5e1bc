import Models
public import Services
public import Testing

/// What kind of failure a ``ServiceError`` is, to be compared in tests.
public enum ServiceFailure: Sendable, Equatable {
    case cancelled, wrongCredentials, signedOut, forbidden, notFound, unsuitableFile, damagedUpload, network, storage
    /// With the wrong fields, in the API's spelling.
    case invalid(fields: [String])

    /// The kind of `error`.
    public init(_ error: ServiceError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .wrongCredentials: .wrongCredentials
            case .signedOut: .signedOut
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .invalid(let values): .invalid(fields: values.map(\.field))
            case .unsuitableFile: .unsuitableFile
            case .damagedUpload: .damagedUpload
            case .network: .network
            case .storage: .storage
            }
    }
}

/// Expects `body` to throw a ``ServiceError`` of this kind, whose explanation is a sentence.
///
/// - Returns: the error, for a closer look.
@discardableResult
public func expectFailure<Value>(
    _ expected: ServiceFailure, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> ServiceError? {
    do {
        let value = try await body()
        Issue.record("expected \(expected), got \(value)", sourceLocation: sourceLocation)
    } catch let error as ServiceError {
        #expect(ServiceFailure(error) == expected, "\(error)", sourceLocation: sourceLocation)
        let isSentence = error.explanation.hasSuffix(".") || error.explanation.hasSuffix("?")
        #expect(isSentence, "\(error.explanation)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("expected \(expected), got \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

/// Runs `body` in a task that is cancelled already.
func inCancelledTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body()
    }
    return try await task.value
}
