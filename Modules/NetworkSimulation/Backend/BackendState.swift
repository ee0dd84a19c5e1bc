import Foundation
import HTTPTypes
import Networking
import TestSupport

/// The state and the rules of a ``SimulatedBackend``: turns each request into a response without waiting.
struct BackendState {
    var rules: SimulatedBackend.Rules {
        didSet { if rules.capacity != oldValue.capacity { bucket = nil } }
    }
    var families = TokenFamilies()
    private(set) var load = ServerLoad()
    private(set) var orders: [Int: Int] = [:]
    private(set) var changes: [String: Int] = [:]
    private var counts = SimulatedBackend.Counts()
    private var profiles: [Int: SimulatedProfile] = [:]
    private var bucket: TokenBucket?
    /// The responses by user and idempotency key.
    private var stored: [String: ServerResponse] = [:]
    /// The moment that a Retry-After named, by request ID.
    private var notBefore: [String: Duration] = [:]
    private let coding = PlainJSONBodyCoding()

    init(rules: SimulatedBackend.Rules) {
        self.rules = rules
    }

    var currentCounts: SimulatedBackend.Counts {
        var counts = counts
        counts.refreshes = families.refreshes
        counts.reusedTokens = families.reusedTokens
        counts.endedSessions = families.ended
        return counts
    }

    mutating func respond(_ request: ReceivedRequest, at now: Duration) -> ServerResponse {
        load.note(now)
        let id = request.head.headerFields[.requestID]
        if let id, let moment = notBefore[id], now < moment { counts.early += 1 }
        if let outage = rules.outages.first(where: { $0.time.contains(now) }) {
            counts.unavailable += 1
            return refusal(.serviceUnavailable, retryAfter: outage.retryAfter, of: id, at: now)
        }
        if let capacity = rules.capacity {
            var bucket = self.bucket ?? TokenBucket(rate: capacity.rate, burst: capacity.burst, at: now)
            defer { self.bucket = bucket }
            if !bucket.take(at: now) {
                counts.throttled += 1
                return refusal(.tooManyRequests, retryAfter: capacity.retryAfter, of: id, at: now)
            }
        }
        switch (request.head.method, request.head.path ?? "/") {
        case (.post, "/token"): return refresh(request, at: now)
        case (.get, "/archive"): return .part(of: rules.archive, asked: request.head.headerFields)
        case let (method, path): return loggedIn(method, path, request, at: now)
        }
    }

    private mutating func refusal(
        _ status: HTTPResponse.Status, retryAfter: Int?, of id: String?, at now: Duration
    ) -> ServerResponse {
        guard let retryAfter else { return .empty(status) }
        if let id { notBefore[id] = now + .seconds(retryAfter) }
        return .empty(status, fields: [.retryAfter: "\(retryAfter)"])
    }

    private mutating func refresh(_ request: ReceivedRequest, at now: Duration) -> ServerResponse {
        counts.refreshRequests += 1
        let items = String(decoding: request.body, as: UTF8.self).split(separator: "&")
        let shown = items.first { $0.hasPrefix("refresh_token=") }.map { String($0.dropFirst("refresh_token=".count)) }
        guard let shown, let tokens = families.refresh(shown, until: now + rules.accessLifetime) else {
            return .json(#"{"error":"invalid_grant"}"#, status: .badRequest)
        }
        let lifetime = rules.reportsLifetime ? Int(rules.accessLifetime / .seconds(1)) : nil
        return json(TokenResponse(tokens: tokens, lifetime: lifetime))
    }

    private mutating func loggedIn(
        _ method: HTTPRequest.Method, _ path: String, _ request: ReceivedRequest, at now: Duration
    ) -> ServerResponse {
        let shown = request.head.headerFields[.authorization]?.dropFirst("Bearer ".count)
        guard let user = shown.flatMap({ families.user(showing: String($0), at: now) }) else {
            counts.unauthorized += 1
            return .problem(#"{"title":"Unauthorized"}"#, status: .unauthorized)
        }
        switch (method, path) {
        case (.get, "/profile"): return profile(of: user, request)
        case (.put, "/profile"): return rename(user, request)
        case (.post, "/orders"): return order(by: user, request)
        case (.get, "/moved"): return .empty(.temporaryRedirect, fields: [.location: "/profile"])
        default: return .problem(#"{"title":"Not Found"}"#, status: .notFound)
        }
    }

    private mutating func profile(of user: Int, _ request: ReceivedRequest) -> ServerResponse {
        let profile = profiles[user] ?? SimulatedProfile(user: user, name: "unnamed", version: 0)
        let tag = "\"\(user)-\(profile.version)\""
        let fields: HTTPFields = [.eTag: tag, .cacheControl: "private, max-age=\(rules.freshness)"]
        if request.head.headerFields[.ifNoneMatch] == tag {
            counts.confirmed += 1
            return .empty(.notModified, fields: fields)
        }
        var response = json(profile)
        response.head.headerFields.append(contentsOf: fields)
        return response
    }

    private mutating func rename(_ user: Int, _ request: ReceivedRequest) -> ServerResponse {
        guard let name = try? coding.decode(SimulatedProfile.Naming.self, from: request.body).name else {
            return .problem(#"{"title":"Unreadable"}"#, status: .badRequest)
        }
        var profile = profiles[user] ?? SimulatedProfile(user: user, name: "unnamed", version: 0)
        if profile.name != name {
            profile = SimulatedProfile(user: user, name: name, version: profile.version + 1)
            profiles[user] = profile
            changes[name, default: 0] += 1
        }
        return json(profile)
    }

    private mutating func order(by user: Int, _ request: ReceivedRequest) -> ServerResponse {
        guard let number = try? coding.decode(SimulatedOrder.Placing.self, from: request.body).number else {
            return .problem(#"{"title":"Unreadable"}"#, status: .badRequest)
        }
        let key = rules.storesKeys ? request.head.headerFields[.idempotencyKey].map { "\(user) \($0)" } : nil
        if let key, let response = stored[key] {
            counts.replayed += 1
            return response
        }
        orders[number, default: 0] += 1
        let response = json(SimulatedOrder(user: user, number: number), status: .created)
        if let key { stored[key] = response }
        return response
    }

    private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> ServerResponse {
        guard let data = try? coding.encode(value) else { return .empty(.internalServerError) }
        return .data(data, status: status, fields: [.contentType: "application/json"])
    }
}

/// The token response of RFC 6749 section 5.1.
private struct TokenResponse: Encodable {
    let tokens: TokenFamilies.Tokens
    /// In seconds.
    let lifetime: Int?

    private enum CodingKeys: String, CodingKey {
        case access = "access_token"
        case refresh = "refresh_token"
        case type = "token_type"
        case lifetime = "expires_in"
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(tokens.access, forKey: .access)
        try members.encode(tokens.refresh, forKey: .refresh)
        try members.encode("Bearer", forKey: .type)
        try members.encodeIfPresent(lifetime, forKey: .lifetime)
    }
}

extension HTTPField.Name {
    // Both names are valid, so the parsing initializer can't fail.
    fileprivate static var requestID: HTTPField.Name { HTTPField.Name("X-Request-Id") ?? .from }
    fileprivate static var idempotencyKey: HTTPField.Name { HTTPField.Name("Idempotency-Key") ?? .from }
}

/// The arrival times of requests at a server, on the simulation's monotonic clock.
public struct ServerLoad: Sendable {
    /// Sorted by time.
    private var arrivals: [Duration] = []

    mutating func note(_ moment: Duration) {
        arrivals.append(moment)
    }

    /// How many requests arrived in total.
    public var count: Int { arrivals.count }

    /// How many requests arrived in `range`.
    public func count(in range: Range<Duration>) -> Int {
        arrivals.count { range.contains($0) }
    }

    /// The maximum number of requests that arrived in an interval of `length` within `range`.
    public func peak(within length: Duration, in range: Range<Duration>) -> Int {
        let arrivals = arrivals.filter { range.contains($0) }
        var (first, peak) = (0, 0)
        for index in arrivals.indices {
            while arrivals[index] - arrivals[first] >= length { first += 1 }
            peak = max(peak, index - first + 1)
        }
        return peak
    }
}

/// A rate limiter that permits a steady rate, and bursts from unused capacity.
struct TokenBucket {
    private let rate: Double
    private let limit: Double
    private var level: Double
    private var last: Duration

    /// - Parameter rate: per second.
    init(rate: Double, burst: Int, at now: Duration) {
        self.rate = rate
        limit = Double(burst)
        level = limit
        last = now
    }

    /// Whether one more request is permitted now.
    mutating func take(at now: Duration) -> Bool {
        level = min(limit, level + (now - last) / .seconds(1) * rate)
        last = now
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
