/// Everything that went wrong while a container or scope was shut down. Whatever could be shut down, was.
public struct ShutdownError: Error, Sendable {
    /// One value whose `onShutdown` action threw.
    public struct Failure: Sendable {
        /// Whose action it was.
        public let node: Graph.Node
        /// What it threw.
        public let underlying: any Error
    }

    /// In the order in which the actions ran. Never empty.
    public let failures: [Failure]
}

extension ShutdownError: CustomStringConvertible {
    /// One line for each failure, with the place of its registration.
    public var description: String {
        let lines = failures.map { "\($0.node.location): \($0.node.key) could not be shut down: \($0.underlying)" }
        return lines.joined(separator: "\n")
    }
}
