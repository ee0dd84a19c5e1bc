extension FakeBackend {
    /// The features' resources, each declared in its folder.
    static var features: [any FakeResource] {
        [
            FakeProducts(),
            FakeBooks(),
            FakeFeedback(),
            FakeTimeEntries(),
        ]
    }
}
