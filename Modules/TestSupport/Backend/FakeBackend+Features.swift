extension FakeBackend {
    /// The features' resources, each declared in its folder. Each line has a comma.
    // swift-format-ignore
    static var features: [FakeResource] {
        [
            .products,
            .timeEntries,
        ]
    }
}
