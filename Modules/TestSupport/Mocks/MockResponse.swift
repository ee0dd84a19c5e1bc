/// The response that a test sets up for one method of a mock.
///
/// ```swift
/// let auth = MockAuthService(
///     login: .closure { credentials in try await logIn(credentials) }, restore: .value(nil), refresh: .error(.loggedOut))
/// ```
public enum MockResponse<Arguments, Value: Sendable, Failure: Error>: Sendable {
    /// Every call returns this value.
    case value(Value)
    /// Every call throws this error.
    case error(Failure)
    /// Every call runs this closure with the method's arguments.
    case closure(@Sendable (Arguments) async throws(Failure) -> Value)

    func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Value {
        switch self {
        case .value(let value): value
        case .error(let error): throw error
        case .closure(let run): try await run(arguments)
        }
    }
}

extension MockResponse where Value == Void {
    /// Every call succeeds.
    public static var success: Self { .value(()) }
}
