/// The errors of all `onShutdown` actions that failed. All other actions ran.
public struct ShutdownError: Error, Sendable, CustomStringConvertible {
    /// An `onShutdown` action that threw.
    public struct Failure: Sendable {
        /// The registration of the action.
        public let node: Graph.Node
        /// The error of the action.
        public let underlying: any Error
    }

    /// The failures, in the order in which the actions ran. Never empty.
    public let failures: [Failure]

    /// One line for each failure, with the source location of its registration.
    public var description: String {
        failures.map { "\($0.node.location): \($0.node.key) could not be shut down: \($0.underlying)" }
            .joined(separator: "\n")
    }
}
