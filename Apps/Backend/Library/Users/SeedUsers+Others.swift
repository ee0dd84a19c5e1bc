extension SeedUsers {
    static let others = [
        person("barbara", "Barbara Liskov", .member, day: 4, "Said what a subtype has to keep."),
        person("donald", "Donald Knuth", .member, day: 5, nil),
        person("edsger", "Edsger W. Dijkstra", .member, day: 6, "Found the shortest path over a cup of coffee."),
        person("frances", "Frances Allen", .member, day: 7, nil),
        person("katherine", "Katherine Johnson", .member, day: 8, "Checked the machine's orbits by hand."),
        person("margaret", "Margaret Hamilton", .member, day: 9, "Led the software that landed on the Moon."),
        person("tony", "Tony Hoare", .member, day: 10, nil),
    ]
}
