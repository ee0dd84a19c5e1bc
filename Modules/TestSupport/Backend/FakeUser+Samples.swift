import Models
import Primitives

extension FakeUser {
    /// The users of the sample backend. An administrator (`ada@example.com`, `analytical-engine`) and a member
    /// (`grace@example.com`, `nanosecond-wire`) have a password.
    public static var samples: [FakeUser] {
        accounts + others
    }

    private static var accounts: [FakeUser] {
        [
            FakeUser(
                "ada", name: "Ada Lovelace", role: .admin, about: "Published the first algorithm meant for a machine.",
                password: Secret("analytical-engine"), day: 1),
            FakeUser(
                "grace", name: "Grace Hopper", about: "Wrote the first compiler, and handed out nanoseconds.",
                password: Secret("nanosecond-wire"), day: 2),
        ]
    }
}
