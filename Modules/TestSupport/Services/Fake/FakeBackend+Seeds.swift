import Foundation
import Models
import Networking
public import Primitives

extension FakeBackend {
    /// A backend with an administrator (`ada@example.com`, `analytical-stack`), a member (`grace@example.com`,
    /// `nanosecond-wire`) and `others`, who can't sign in.
    public static func seeded(others: Int = 8, time: any TimeSource = ManualClock()) throws -> FakeBackend {
        let others = try (0..<others).map { number in
            FakePerson(try seed("person-\(number)", "Person \(number)", day: number + 3), password: nil)
        }
        let people = [
            FakePerson(
                try seed("ada", "Ada Lovelace", role: .admin, day: 1), password: Secret("analytical-engine")),
            FakePerson(try seed("grace", "Grace Hopper", day: 2), password: Secret("nanosecond-wire")),
        ]
        guard let baseURL = URL(string: "http://backend.test") else { throw URLError(.badURL) }
        let environment = try APIEnvironment(name: "fake backend", baseURL: baseURL, version: APIVersion(2))
        return FakeBackend(people: people + others, environment: environment, time: time)
    }

    private static func seed(
        _ handle: String, _ name: String, role: Role = .member, day: Int
    ) throws(InvalidValue) -> User {
        let created = Date(timeIntervalSince1970: 1_767_258_000 + Double(day) * 86_400)
        return try .fixture(
            id: "u-\(handle)", name: name, email: "\(handle)@example.com", role: role, about: "Seeded.",
            createdAt: created, updatedAt: created)
    }
}
