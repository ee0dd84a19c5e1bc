import Foundation

/// Ten people of computing history, with fixed ids and dates, so that lists are the same in every database. Only the
/// first two can log in.
enum SeedUsers {
    static let all: [UserRecord] = [
        person("ada", "Ada Lovelace", .admin, day: 1, "Published the first algorithm meant for a machine."),
        person("grace", "Grace Hopper", .member, day: 2, "Wrote the first compiler, and handed out nanoseconds."),
        person("alan", "Alan Turing", .member, day: 3, "Asked what can be computed, and whether machines can think."),
        person("barbara", "Barbara Liskov", .member, day: 4, "Said what a subtype has to keep."),
        person("donald", "Donald Knuth", .member, day: 5, nil),
        person("edsger", "Edsger W. Dijkstra", .member, day: 6, "Found the shortest path over a cup of coffee."),
        person("frances", "Frances Allen", .member, day: 7, nil),
        person("katherine", "Katherine Johnson", .member, day: 8, "Checked the machine's orbits by hand."),
        person("margaret", "Margaret Hamilton", .member, day: 9, "Led the software that landed on the Moon."),
        person("tony", "Tony Hoare", .member, day: 10, nil),
    ]

    private static func person(
        _ handle: String, _ name: String, _ role: Role, day: Int64, _ description: String?
    ) -> UserRecord {
        // One a day, from 2026-01-01T09:00:00Z.
        let created = Timestamp(milliseconds: (1_767_258_000 + (day - 1) * 86_400) * 1000)
        return UserRecord(
            id: "u-\(handle)", email: "\(handle)@example.com", name: name, role: role, description: description,
            passwordHash: nil, createdAt: created, updatedAt: created, avatarVersion: nil)
    }
}
