extension CallEvent.Kind {
    /// The case without its values, such as `attemptStarted`: a label for metrics and tests.
    public var name: String {
        // A case without values has no children and prints as its name.
        Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}
