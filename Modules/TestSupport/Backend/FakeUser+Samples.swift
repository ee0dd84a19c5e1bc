import Models
import Primitives

extension FakeUser {
    /// The users of the sample backend: an administrator (`ada@example.com`, `analytical-engine`), a member
    /// (`grace@example.com`, `nanosecond-wire`) and eight members without a password.
    public static var samples: [FakeUser] {
        [
            FakeUser(
                "ada", name: "Ada Lovelace", role: .admin, about: "Published the first algorithm meant for a machine.",
                password: Secret("analytical-engine"), day: 1),
            FakeUser(
                "grace", name: "Grace Hopper", about: "Wrote the first compiler, and handed out nanoseconds.",
                password: Secret("nanosecond-wire"), day: 2),
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
