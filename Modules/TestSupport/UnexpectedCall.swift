public import Testing

/// What a failing double throws: it stands where the code under test has no business.
public struct UnexpectedCall: Error, Sendable, CustomStringConvertible {
    /// The call, such as `UserStore.save(_:)`.
    public let name: String

    public var description: String { "\(name) was called, which this test does not expect." }

    /// Records a test failure at the place where the double was made, and returns the error to throw.
    ///
    /// - Parameters:
    ///   - name: the call, such as `UserStore.save(_:)`.
    ///   - sourceLocation: where the double was made.
    public static func record(_ name: String, sourceLocation: SourceLocation) -> UnexpectedCall {
        let call = UnexpectedCall(name: name)
        Issue.record(call, sourceLocation: sourceLocation)
        return call
    }
}
