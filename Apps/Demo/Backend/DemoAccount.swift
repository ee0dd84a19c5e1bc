import Primitives

/// An account that the sample backend is seeded with. Its password is no secret: everybody who reads this has it.
struct DemoAccount: Sendable {
    let email: String
    let password: Secret<String>
    let role: String

    /// Sees and changes everybody.
    static var ada: DemoAccount {
        DemoAccount(email: "ada@example.com", password: Secret("analytical-engine"), role: "admin")
    }

    /// Sees and changes herself.
    static var grace: DemoAccount {
        DemoAccount(email: "grace@example.com", password: Secret("nanosecond-wire"), role: "member")
    }
}
