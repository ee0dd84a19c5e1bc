import EngineContracts
import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import Primitives
import Synchronization
import Testing

@Suite("Response cache on random walks", .failsOnUnexpectedCalls, .timeLimit(.minutes(20)))
struct ResponseCacheWalkTests {
    @Test("the response cache matches a simple model of RFC 9111", arguments: 1...8 as ClosedRange<UInt64>)
    func model(seed: UInt64) async throws {
        var walk = try ResponseCacheWalk(
            seed: seed, storage: InMemoryResponseCache(maximumCount: .max, maximumSize: .max))
        for step in 0..<400 {
            try await walk.step()
            try #require(walk.violations.isEmpty, "seed \(seed), step \(step)")
        }
        #expect(walk.outcomes.count >= 6, "seed \(seed) had too few outcomes: \(walk.outcomes)")
    }

    @Test("no user gets another user's response, whatever is invalidated and however calls overlap", arguments: 1...4)
    func overlapping(seed: Int) async throws {
        let random = SeededRandomSource(seed: UInt64(seed))
        let storage = InMemoryResponseCache(maximumCount: 12)
        let harness = try CacheHarness(storage: storage) { request in
            let user = request.head.headerFields[.authorization] ?? "anonymous"
            let language = request.head.headerFields[.acceptLanguage] ?? "any"
            let isHeld = request.head.headerFields[.ifNoneMatch] == "\"\(user)\""
            let fields: HTTPFields = [.vary: "Accept-Language, Authorization", .eTag: "\"\(user)\""]
            return isHeld
                ? .empty(.notModified, fields: fields)
                : .fresh("\(user) \(request.head.path ?? "") \(language)", for: 2, fields: fields)
        }
        for _ in 0..<40 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    let user = ["ada", "bob", nil][Int(random.next() % 3)]
                    let path = "/\(random.next() % 3)"
                    let language = ["de", "en"][Int(random.next() % 2)]
                    let isChange = random.next() % 8 == 0
                    group.addTask {
                        let response = try await harness.send(
                            path, isChange ? .put : .get, as: user, fields: [.acceptLanguage: language])
                        let owner = user.map { "Bearer token-\($0)" } ?? "anonymous"
                        #expect(response.text == "\(owner) \(path) \(language)", "seed \(seed)")
                    }
                }
                try await group.waitForAll()
            }
            if random.next() % 2 == 0 { harness.clock.advance(by: .seconds(1)) }
            if random.next() % 9 == 0 { harness.clock.moveWallClock(by: .seconds(Int(random.next() % 99) - 50)) }
            if random.next() % 9 == 0 { try await storage.removeAll(in: .user("ada")) }
        }
        #expect(harness.decisions.contains(.revalidated), "seed \(seed)")
        #expect(harness.count < 40 * 8, "seed \(seed)")
    }
}

/// A server, its users and a machine with an unsteady wall clock, and a book of all responses. Each response is
/// predicted by searching the book from its end, with the rules of the RFC and without reading header fields.
private struct ResponseCacheWalk {
    private let random: SeededRandomSource
    private let harness: CacheHarness
    private let server = Server()
    private var book: [Page] = []
    private(set) var outcomes: Set<String> = []
    private(set) var violations: [String] = []

    init(seed: UInt64, storage: InMemoryResponseCache) throws {
        random = SeededRandomSource(seed: seed)
        harness = try CacheHarness(storage: storage) { [server] request throws(TransportError) in
            try server.respond(request.head)
        }
    }

    /// The server's caching rules, as plain numbers.
    struct Rule: Equatable, Sendable {
        var maxAge: Int?
        var isForbidden = false
        var isNoCache = false
        var mustRevalidate = false
        var staleIfError: Int?
        var age = 0
        var isTagged = false
        var varies = false
        var isMissing = false
        var isDown = false
    }

    /// One stored response.
    private struct Page {
        let user: String?
        let path: String
        let language: String?
        let text: String
        let rule: Rule
        /// On the monotonic clock.
        var receivedAt: Duration
        var age: Duration { .seconds(rule.age) }
        var status: Int { rule.isMissing ? 404 : 200 }
    }

    mutating func step() async throws {
        switch pick(20) {
        case 0..<4: harness.clock.advance(by: .seconds(pick(8)))
        case 4: harness.clock.moveWallClock(by: .seconds(pick(200) - 100))
        case 5..<7: server.change("/\(pick(3))")
        case 7: try await put()
        default: try await get()
        }
    }

    private mutating func put() async throws {
        let (user, path) = (someUser(), "/\(pick(3))")
        server.rule = Rule(isDown: pick(4) == 0)
        let response = try await harness.send(path, .put, as: user)
        if response.status < 400 { book.removeAll { $0.path == path && ($0.user == user || $0.user == nil) } }
        outcomes.insert("put \(response.status)")
    }

    private mutating func get() async throws {
        // Two responses of the same second would have no order.
        harness.clock.advance(by: .seconds(1))
        let (user, path, now) = (someUser(), "/\(pick(3))", harness.clock.monotonicTime)
        let language = ["de", "en"][pick(2)]
        let wish = Wish(random: random)
        let rule = Rule(
            maxAge: pick(4) == 0 ? nil : pick(12), isForbidden: pick(12) == 0, isNoCache: pick(10) == 0,
            mustRevalidate: pick(6) == 0, staleIfError: pick(3) == 0 ? pick(20) : nil, age: pick(5) == 0 ? pick(6) : 0,
            isTagged: pick(2) == 0, varies: pick(2) == 0, isMissing: pick(10) == 0, isDown: pick(6) == 0)
        server.rule = rule
        let before = harness.count
        let response = try await harness.send(path, as: user, fields: wish.fields.adding(language))

        let found = book.last { $0.user == user && $0.path == path && ($0.language ?? language) == language }
        let isSent = harness.count > before
        if let found, wish.takes(found, at: now) {
            hold(
                !isSent && response.text == found.text,
                "a stored response was expected: \(found), \(wish), \(response)")
            hold(response.fields[.age] == "\((now - found.receivedAt + found.age).components.seconds)", "wrong age")
            outcomes.insert("served")
            return
        }
        if wish.isOnlyIfCached {
            hold(!isSent && response.status == 504, "the server received a request")
            outcomes.insert("504")
            return
        }
        hold(isSent, "the server received no request: \(String(describing: found)), \(wish), \(response)")
        guard !rule.isDown else {
            let mayServeStale = found.map { wish.toleratesFailure(of: $0, at: now) } ?? false
            hold(
                response.status == (mayServeStale ? found?.status ?? 0 : 503),
                "wrong response from a failing server: \(response)")
            if mayServeStale { hold(response.text == found?.text, "another response was served") }
            outcomes.insert(mayServeStale ? "served stale" : "503")
            return
        }
        let text = server.text(user: user, path: path, language: rule.varies ? language : nil, rule: rule)
        hold(response.text == text, "\(response.text) is not the server's \(text)")
        let was304 = harness.monitor.events.last { $0.kind.name == "responded" }?.kind == .responded(status: 304)
        outcomes.insert(was304 ? "revalidated" : "requested")
        note(
            Page(
                user: user, path: path, language: rule.varies ? language : nil, text: text, rule: rule, receivedAt: now),
            replacing: found)
    }

    /// Records a full response or a 304.
    private mutating func note(_ page: Page, replacing found: Page?) {
        let rule = page.rule
        let isFreshForATime = (rule.maxAge ?? 0) > rule.age && !rule.isNoCache
        if !rule.isForbidden, isFreshForATime || (rule.isTagged && !rule.isMissing) {
            book.removeAll { $0.user == page.user && $0.path == page.path && $0.language == page.language }
            book.append(page)
        } else if found != nil {
            book.removeAll { $0.user == page.user && $0.path == page.path }
        }
    }

    private mutating func hold(_ condition: Bool, _ violation: String) {
        if !condition { violations.append(violation) }
    }

    private func someUser() -> String? { ["ada", "bob", nil][pick(3)] }
    private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// The caller's cache directives.
    private struct Wish {
        var text = ""
        var maxAge: Int?
        var minFresh = 0
        var maxStale: Int?
        var wantsNew = false
        var isOnlyIfCached = false

        init(random: SeededRandomSource) {
            let number = Int(random.next() % 10)
            switch random.next() % 12 {
            case 0: (text, wantsNew) = ("no-cache", true)
            case 1: (text, maxAge) = ("max-age=\(number)", number)
            case 2: (text, minFresh) = ("min-fresh=\(number + 1)", number + 1)
            case 3: (text, maxStale) = ("max-stale=\(number)", number)
            case 4: (text, isOnlyIfCached) = ("only-if-cached", true)
            default: break
            }
        }

        var fields: HTTPFields { text.isEmpty ? [:] : [.cacheControl: text] }

        func takes(_ page: Page, at now: Duration) -> Bool {
            let age = now - page.receivedAt + page.age
            let left = Duration.seconds(page.rule.maxAge ?? 0) - age
            if page.rule.isNoCache || wantsNew || maxAge == 0 { return false }
            if let maxAge, age > .seconds(maxAge) { return false }
            if left > .seconds(minFresh) { return true }
            guard let maxStale, !page.rule.mustRevalidate else { return false }
            return left >= .seconds(-maxStale)
        }

        func toleratesFailure(of page: Page, at now: Duration) -> Bool {
            guard let staleIfError = page.rule.staleIfError, !page.rule.isNoCache, !page.rule.mustRevalidate, !wantsNew,
                maxAge == nil, minFresh == 0
            else { return false }
            return Duration.seconds((page.rule.maxAge ?? 0) + staleIfError) >= now - page.receivedAt + page.age
        }
    }

    /// Resources with versions, and responses that follow the current rule.
    private final class Server: Sendable {
        private let state = Mutex((rule: Rule(), versions: [String: Int]()))

        var rule: Rule {
            get { state.withLock { $0.rule } }
            set { state.withLock { $0.rule = newValue } }
        }

        func change(_ path: String) { state.withLock { $0.versions[path, default: 0] += 1 } }

        func text(user: String?, path: String, language: String?, rule: Rule) -> String {
            let version = state.withLock { $0.versions[path, default: 0] }
            let owner = user.map { "Bearer token-\($0)" } ?? "anonymous"
            return "\(rule.isMissing ? "missing" : "found") \(owner) \(path) \(version) \(language ?? "any")"
        }

        func respond(_ request: HTTPRequest) throws(TransportError) -> ServerResponse {
            let rule = rule
            guard !rule.isDown else { return .empty(.serviceUnavailable) }
            let user = request.headerFields[.authorization].map { String($0.dropFirst("Bearer token-".count)) }
            let language = rule.varies ? request.headerFields[.acceptLanguage] : nil
            let path = request.path ?? ""
            if request.method == .put { change(path) }
            let text = text(user: user, path: path, language: language, rule: rule)
            var fields: HTTPFields = [:]
            var words: [String] = []
            if let maxAge = rule.maxAge { words.append("max-age=\(maxAge)") }
            if rule.isForbidden { words.append("no-store") }
            if rule.isNoCache { words.append("no-cache") }
            if rule.mustRevalidate { words.append("must-revalidate") }
            if let staleIfError = rule.staleIfError { words.append("stale-if-error=\(staleIfError)") }
            // Always present, so that a 304 replaces the stored value.
            fields[.cacheControl] = words.isEmpty ? "private" : words.joined(separator: ", ")
            fields[.vary] = rule.varies ? "Accept-Language" : "Authorization"
            fields[.age] = rule.age == 0 ? nil : "\(rule.age)"
            // The tag is derived from the text: equal tags, equal bodies.
            let tag = "\"\(text)\""
            if rule.isTagged { fields[.eTag] = tag }
            let isHeld = rule.isTagged && !rule.isMissing && request.headerFields[.ifNoneMatch] == tag
            if isHeld { return .empty(.notModified, fields: fields) }
            return .data(Data(text.utf8), status: rule.isMissing ? .notFound : .ok, fields: fields)
        }
    }
}

extension HTTPFields {
    fileprivate func adding(_ language: String) -> HTTPFields {
        var fields = self
        fields[.acceptLanguage] = language
        return fields
    }
}
