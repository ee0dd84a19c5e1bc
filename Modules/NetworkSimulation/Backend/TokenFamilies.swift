/// The sessions of a ``SimulatedBackend``, with refresh token rotation. A refresh token is valid once, only the newest
/// access token is valid, and a refresh token that is used again ends its whole family.
struct TokenFamilies {
    struct Tokens: Equatable {
        let access: String
        let refresh: String
    }

    private struct Family {
        let user: Int
        var generation = 1
        /// The expiry of the newest access token, on the monotonic clock.
        var end: Duration
        var isAlive = true
    }

    /// By number, starting at 1.
    private var families: [Family] = []
    private(set) var refreshes = 0
    /// How many refresh tokens were used again.
    private(set) var reusedTokens = 0

    /// How many families have ended.
    var ended: Int { families.count { !$0.isAlive } }

    mutating func logIn(_ user: Int, until end: Duration) -> Tokens {
        families.append(Family(user: user, end: end))
        return Self.tokens(families.count, 1)
    }

    /// Exchanges a refresh token for the next pair of tokens; `nil` unless it is the newest of an active family.
    mutating func refresh(_ refreshToken: String, until end: Duration) -> Tokens? {
        guard let (number, generation) = Self.parse(refreshToken, "refresh"), families.indices ~= number - 1 else {
            return nil
        }
        let family = families[number - 1]
        guard generation == family.generation else {
            reusedTokens += 1
            families[number - 1].isAlive = false
            return nil
        }
        guard family.isAlive else { return nil }
        refreshes += 1
        families[number - 1].generation += 1
        families[number - 1].end = end
        return Self.tokens(number, generation + 1)
    }

    /// The user of an access token; `nil` if the token is not valid now.
    func user(showing accessToken: String, at now: Duration) -> Int? {
        guard let (number, generation) = Self.parse(accessToken, "access"), families.indices ~= number - 1 else {
            return nil
        }
        let family = families[number - 1]
        return family.isAlive && family.generation == generation && now < family.end ? family.user : nil
    }

    /// Expires all access tokens; refresh tokens stay valid.
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
