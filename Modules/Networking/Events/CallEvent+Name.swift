extension CallEvent.Kind {
    /// The case without its values, such as `attemptStarted`, or a custom event's own name. Use it as a label for
    /// metrics.
    public var name: String {
        if case .custom(let event) = self { return event.base.name }
        // A case without values has no children and prints as its name.
        return Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}
