/// The error for a call of a double for which the test has set up no response. It contains the call and the line that
/// created the double.
///
/// If a port has a typed error, the double throws that error with this description as its reason. Code under test may
/// ignore the error, so a test run can also observe every unexpected call.
public struct UnexpectedCall: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call, such as `AuthSessionStore.save(_:)`.
    public let name: String
    /// The `#fileID` of the source file that created the double.
    public let file: String
    /// The line that created the double.
    public let line: Int

    public var description: String {
        "\(name) was called, but the double made at \(file):\(line) is not set up for it."
    }

    @TaskLocal static var observer: (@Sendable (UnexpectedCall) -> Void)?

    /// Runs `work`. `observer` receives each unexpected call of the doubles that `work` creates, in whatever task it
    /// happens.
    package static func withObserver(
        _ observer: @escaping @Sendable (UnexpectedCall) -> Void, perform work: () async throws -> Void
    ) async rethrows {
        try await $observer.withValue(observer, operation: work)
    }
}
