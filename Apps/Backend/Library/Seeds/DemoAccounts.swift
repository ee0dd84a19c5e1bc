/// The two accounts of a seeded server that can log in.
public enum DemoAccounts {
    /// An admin, who can read and change every user.
    public static let ada = DemoAccount(email: "ada@example.com", password: "analytical-engine", role: "admin")
    /// A member, who can read and change only her own account.
    public static let grace = DemoAccount(email: "grace@example.com", password: "nanosecond-wire", role: "member")

    /// Both accounts.
    public static let all = [ada, grace]
}
