/// The source location that created a double. The errors of its unexpected calls contain it.
package struct DoubleOrigin: Sendable {
    private let file: String
    private let line: Int
    private let observer: (@Sendable (UnexpectedCall) -> Void)?

    /// - Parameters:
    ///   - file: the `#fileID` of the source file.
    ///   - line: the line number.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
        observer = UnexpectedCall.observer
    }

    /// Creates the error for a call without a response, and passes it to the observer.
    ///
    /// - Parameter name: the call, such as `AuthSessionStore.save(_:)`.
    package func unexpectedCall(_ name: String) -> UnexpectedCall {
        let call = UnexpectedCall(name: name, file: file, line: line)
        observer?(call)
        return call
    }
}
