/// The error of a call that a double is not set up for. It names the call and the line that made the double.
///
/// A port with a typed error gets this error's description as the reason of its own. Code under test may ignore that
/// error, so a test run can observe every unexpected call as well.
public struct UnexpectedCall: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call, such as `UserStore.save(_:of:)`.
    public let name: String
    /// The file that made the double, as `#fileID` spells it.
    public let file: String
    /// The line that made the double.
    public let line: Int

    public var description: String {
        "\(name) was called, but the double made at \(file):\(line) is not set up for it."
    }

    @TaskLocal static var observer: (@Sendable (UnexpectedCall) -> Void)?

    /// Runs `work`. `observer` receives each unexpected call of the doubles that `work` makes, in whatever task it
    /// happens.
    package static func withObserver(
        _ observer: @escaping @Sendable (UnexpectedCall) -> Void, perform work: () async throws -> Void
    ) async rethrows {
        try await $observer.withValue(observer, operation: work)
    }
}
