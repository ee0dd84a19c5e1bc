/// The two accounts of a seeded server that can log in.
public enum DemoAccounts {
    /// An admin, who sees and changes every user.
    public static let ada = DemoAccount(email: "ada@example.com", password: "analytical-engine", role: "admin")
    /// A member, who sees and changes only herself.
    public static let grace = DemoAccount(email: "grace@example.com", password: "nanosecond-wire", role: "member")

    /// Both.
    public static let all = [ada, grace]
}
