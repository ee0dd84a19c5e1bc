import Foundation

/// People of computing history, with fixed ids and dates, so that they are the same in every database. Only the
/// first two can log in.
enum SeedUsers {
    static let all =
        accounts
        + others  // feature: Users

    private static let accounts = [
        person("ada", "Ada Lovelace", .admin, day: 1, "Published the first algorithm meant for a machine."),
        person("grace", "Grace Hopper", .member, day: 2, "Wrote the first compiler, and handed out nanoseconds."),
        person("alan", "Alan Turing", .member, day: 3, "Asked what can be computed, and whether machines can think."),
    ]

    static func person(
        _ handle: String, _ name: String, _ role: Role, day: Int64, _ description: String?
    ) -> UserRecord {
        // One user a day, from 2026-01-01T09:00:00Z.
        let created = Timestamp(milliseconds: (1_767_258_000 + (day - 1) * 86_400) * 1000)
        return UserRecord(
            id: "u-\(handle)", email: "\(handle)@example.com", name: name, role: role, description: description,
            passwordHash: nil, createdAt: created, updatedAt: created)
    }
}
