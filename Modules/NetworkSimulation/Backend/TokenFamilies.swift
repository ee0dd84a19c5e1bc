/// The sessions of a ``SimulatedBackend``, by the rules of refresh tokens that rotate: each is good once, the newest
/// access token alone is good, and a refresh token that is shown a second time ends its whole family.
struct TokenFamilies {
    struct Tokens: Equatable {
        let access: String
        let refresh: String
    }

    private struct Family {
        let user: Int
        var generation = 1
        /// Of the newest access token, on the uptime.
        var end: Duration
        var isAlive = true
    }

    /// By number, which counts from 1.
    private var families: [Family] = []
    private(set) var refreshes = 0
    /// How often a refresh token came that had been spent already.
    private(set) var spentTokensShown = 0

    /// How many families a spent token has ended.
    var ended: Int { families.count { !$0.isAlive } }

    mutating func logIn(_ user: Int, until end: Duration) -> Tokens {
        families.append(Family(user: user, end: end))
        return Self.tokens(families.count, 1)
    }

    /// Trades a refresh token for the next pair; `nil` for one that is not the newest of a living family.
    mutating func refresh(_ refreshToken: String, until end: Duration) -> Tokens? {
        guard let (number, generation) = Self.parse(refreshToken, "refresh"), families.indices ~= number - 1 else {
            return nil
        }
        let family = families[number - 1]
        guard generation == family.generation else {
            spentTokensShown += 1
            families[number - 1].isAlive = false
            return nil
        }
        guard family.isAlive else { return nil }
        refreshes += 1
        families[number - 1].generation += 1
        families[number - 1].end = end
        return Self.tokens(number, generation + 1)
    }

    /// Whose access token it is, if it is good now.
    func user(showing accessToken: String, at now: Duration) -> Int? {
        guard let (number, generation) = Self.parse(accessToken, "access"), families.indices ~= number - 1 else {
            return nil
        }
        let family = families[number - 1]
        return family.isAlive && family.generation == generation && now < family.end ? family.user : nil
    }

    /// All sessions end now, as after a change of the password.
    mutating func endAll() {
        for index in families.indices { families[index].isAlive = false }
    }

    /// All access tokens end now; refresh tokens stay good.
    mutating func expire(at now: Duration) {
        for index in families.indices { families[index].end = min(families[index].end, now) }
    }

    private static func tokens(_ family: Int, _ generation: Int) -> Tokens {
        Tokens(access: "access-\(family)-\(generation)", refresh: "refresh-\(family)-\(generation)")
    }

    private static func parse(_ token: String, _ kind: Substring) -> (family: Int, generation: Int)? {
        let parts = token.split(separator: "-")
        guard parts.count == 3, parts[0] == kind, let family = Int(parts[1]), let generation = Int(parts[2]) else {
            return nil
        }
        return (family, generation)
    }
}
