extension Graph {
    /// One registration: a key, how long its value lives, and what it needs.
    public struct Node: Sendable, Hashable {
        /// What is registered.
        public let key: AnyKey
        /// Who shares the value, and until when.
        public let lifetime: Lifetime
        /// In the order of the factory's parameters.
        public let needs: [AnyKey]
        /// Where the registration is written.
        public let location: CodeLocation
    }
}
