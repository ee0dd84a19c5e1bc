/// The two accounts that a seeded server can be signed in to.
public enum DemoAccounts {
    /// An admin: sees and changes everybody.
    public static let ada = DemoAccount(email: "ada@example.com", password: "analytical-engine", role: "admin")
    /// A member: sees and changes herself.
    public static let grace = DemoAccount(email: "grace@example.com", password: "nanosecond-wire", role: "member")

    /// Both.
    public static let all = [ada, grace]
}
