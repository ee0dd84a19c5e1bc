import Primitives

/// A demo account of the sample backend. Its password is public.
struct DemoAccount: Sendable {
    let email: String
    let password: Secret<String>
    let role: String

    /// An admin, who can read and change all users.
    static var ada: DemoAccount {
        DemoAccount(email: "ada@example.com", password: Secret("analytical-engine"), role: "admin")
    }

    /// A member, who can read and change only her own profile.
    static var grace: DemoAccount {
        DemoAccount(email: "grace@example.com", password: Secret("nanosecond-wire"), role: "member")
    }
}
