/// The line that made a double, which each of the double's unexpected calls names.
package struct DoubleOrigin: Sendable {
    private let file: String
    private let line: Int
    private let observer: (@Sendable (UnexpectedCall) -> Void)?

    /// - Parameters:
    ///   - file: the `#fileID` of the line.
    ///   - line: its number.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
        observer = UnexpectedCall.observer
    }

    /// The error for a call that the double is not set up for, which the observer has received.
    ///
    /// - Parameter name: the call, such as `UserStore.save(_:of:)`.
    package func unexpectedCall(_ name: String) -> UnexpectedCall {
        let call = UnexpectedCall(name: name, file: file, line: line)
        observer?(call)
        return call
    }
}
