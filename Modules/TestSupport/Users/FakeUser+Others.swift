extension FakeUser {
    /// Members without a password.
    static var others: [FakeUser] {
        [
            FakeUser("alan", name: "Alan Turing", day: 3),
            FakeUser("barbara", name: "Barbara Liskov", day: 4),
            FakeUser("donald", name: "Donald Knuth", day: 5),
            FakeUser("edsger", name: "Edsger W. Dijkstra", day: 6),
            FakeUser("frances", name: "Frances Allen", day: 7),
            FakeUser("katherine", name: "Katherine Johnson", day: 8),
            FakeUser("margaret", name: "Margaret Hamilton", day: 9),
            FakeUser("tony", name: "Tony Hoare", day: 10),
        ]
    }
}
