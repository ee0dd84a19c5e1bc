public import Networking
public import Testing

/// Expects `body` to throw an error with `cause`, and returns the error for further checks.
@discardableResult
public func expectError<Value>(
    _ cause: NetworkError.Cause, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> NetworkError? {
    do {
        let value = try await body()
        Issue.record("expected \(cause), got the value \(value)", sourceLocation: sourceLocation)
        return nil
    } catch let error as NetworkError {
        #expect(error.cause == cause, sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("expected \(cause), got \(error)", sourceLocation: sourceLocation)
        return nil
    }
}
