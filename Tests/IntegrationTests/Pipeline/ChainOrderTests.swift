import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import Testing

/// One behavior for each interceptor of the standard pipeline, and one for each pair of neighbors. It works in the
/// standard order and breaks if that interceptor is missing, or that pair swapped.
@Suite("Order of the interceptors")
struct ChainOrderTests {
    @Test("the standard order gives the pipeline the behavior of each interceptor", arguments: ChainBehavior.allCases)
    func standard(behavior: ChainBehavior) throws {
        #expect(try behavior.holds(under: nil))
    }

    @Test(
        "each behavior breaks if its interceptor is missing or its pair of neighbors is swapped",
        arguments: ChainBehavior.allCases)
    func mutated(behavior: ChainBehavior) throws {
        #expect(try !behavior.holds(under: behavior.breaks))
    }

    @Test("each interceptor and each pair of neighbors has a behavior")
    func complete() {
        let count = pipeline(cache: PassingInterceptor()).interceptors.count
        let mutations = (0..<count).map(PipelineRun.Mutation.drop) + (0..<count - 1).map(PipelineRun.Mutation.swap)
        #expect(Set(ChainBehavior.allCases.map(\.breaks)) == Set(mutations))
    }

    @Test("an app's own interceptors run before the deadline or next to the transport")
    func places() {
        let interceptors = pipeline(outermost: [PassingInterceptor()], innermost: [PassingInterceptor()]).interceptors
        #expect(interceptors.first is PassingInterceptor)
        #expect(interceptors.dropFirst().first is DeadlineInterceptor)
        #expect(interceptors.dropLast().last is AttemptTimeoutInterceptor)
        #expect(interceptors.last is PassingInterceptor)
    }

    @Test("the standard pipeline stores nothing without a cache")
    func withoutCache() {
        #expect(pipeline().interceptors.count == pipeline(cache: PassingInterceptor()).interceptors.count - 1)
    }

    private func pipeline(
        cache: (any Interceptor)? = nil, outermost: [any Interceptor] = [], innermost: [any Interceptor] = []
    ) -> Pipeline {
        let random = SystemRandomSource()
        return .standard(
            over: FakeTransport(), cache: cache, health: OriginHealth(random: random), random: random,
            outermost: outermost, innermost: innermost)
    }
}

private struct PassingInterceptor: Interceptor {
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse { try await next(call) }
}

enum ChainBehavior: String, CaseIterable {
    case deadlineSpansAllAttempts, deadlineCoversTheCache
    case freshResponseCostsNoRequest, openCircuitRefusesNoCachedResponse
    case failedCallIsRetried, retryStartsFromTheFirstHop
    case redirectIsFollowed, hopIsSigned
    case requestIsSigned, waitForCredentialIsNoAttemptTime
    case slowAttemptIsFollowedByAnother

    /// The index of an interceptor in the standard order: deadline, response cache, retry, redirect, authentication,
    /// attempt timeout.
    var breaks: PipelineRun.Mutation {
        switch self {
        case .deadlineSpansAllAttempts: .drop(0)
        case .deadlineCoversTheCache: .swap(0)
        case .freshResponseCostsNoRequest: .drop(1)
        case .openCircuitRefusesNoCachedResponse: .swap(1)
        case .failedCallIsRetried: .drop(2)
        case .retryStartsFromTheFirstHop: .swap(2)
        case .redirectIsFollowed: .drop(3)
        case .hopIsSigned: .swap(3)
        case .requestIsSigned: .drop(4)
        case .waitForCredentialIsNoAttemptTime: .swap(4)
        case .slowAttemptIsFollowedByAnother: .drop(5)
        }
    }

    func holds(under mutation: PipelineRun.Mutation?) throws -> Bool {
        var run = PipelineRun(mutation)
        switch self {
        case .deadlineSpansAllAttempts:
            // Each attempt fails within its own time, and all of them together would exceed the deadline.
            run.deadline = .seconds(50)
            run.attempts = 11
            let result = try run.send("/slow") { _, _, time in
                try? await time.sleep(for: .seconds(20))
                return .empty(.serviceUnavailable)
            }
            return result.endings == ["deadline"] && result.requests.count == 3
        case .deadlineCoversTheCache:
            let time = run.simulation.time
            run.cache = MockResponseCacheStorage(
                over: InMemoryResponseCache(),
                responses: .closure { _ throws(ResponseCacheStorageError) in
                    try? await time.sleep(for: .seconds(100))
                    return []
                })
            return try run.send("/item") { _, _, time in
                try? await time.sleep(for: .seconds(25))
                return .text("late")
            }.endings == ["deadline"]
        case .freshResponseCostsNoRequest:
            return try run.send("/item", "/item") { _, _, _ in .fresh }.requests == ["/item"]
        case .openCircuitRefusesNoCachedResponse:
            run.attempts = 2
            let failing = Array(repeating: "/down", count: 20)
            let result = try run.send(paths: ["/item"] + failing + ["/other", "/item"]) { _, request, _ in
                request.path == "/item" ? .fresh : .empty(.serviceUnavailable)
            }
            return result.endings.suffix(2) == ["circuit open", "200"]
        case .failedCallIsRetried:
            return try run.send("/item") { number, _, _ in number == 1 ? .empty(.serviceUnavailable) : .text("ok") }
                .endings == ["200"]
        case .retryStartsFromTheFirstHop:
            return try run.send("/first") { number, request, _ in
                request.path == "/first" ? .redirect : number == 2 ? .empty(.serviceUnavailable) : .text("ok")
            }.requests == ["/first", "/second", "/first", "/second"]
        case .redirectIsFollowed:
            return try run.send("/first") { _, request, _ in request.path == "/first" ? .redirect : .text("ok") }
                .endings == ["200"]
        case .hopIsSigned:
            run.authentication = try Self.key
            return try run.send("/first") { number, _, _ in number == 1 ? .redirect : .text("ok") }
                .requests.last == "/second?key=k"
        case .requestIsSigned:
            run.authentication = try Self.key
            return try run.send("/item") { _, _, _ in .text("ok") }.requests == ["/item?key=k"]
        case .waitForCredentialIsNoAttemptTime:
            let time = run.simulation.time
            run.authentication = MockInterceptor { call, next throws(NetworkError) in
                try await call.beforeDeadline { () async throws(NetworkError) in
                    do { try await time.sleep(for: .seconds(40)) } catch { throw .fixture(.cancelled) }
                }
                return try await next(call)
            }
            return try run.send("/item") { _, _, _ in .text("ok") }.endings == ["200"]
        case .slowAttemptIsFollowedByAnother:
            return try run.send("/item") { number, _, time in
                if number == 1 { try? await time.sleep(for: .seconds(1_000)) }
                return .text("ok")
            }.endings == ["200"]
        }
    }

    private static var key: APIKeyInterceptor {
        get throws {
            try APIKeyInterceptor(Secret("k"), in: .query("key"), for: Networking.APIEnvironment.fixture().origin)
        }
    }
}

extension ServerResponse {
    fileprivate static var fresh: ServerResponse {
        .data(Data("fresh".utf8), fields: [.cacheControl: "max-age=600"])
    }

    fileprivate static var redirect: ServerResponse { .empty(.found, fields: [.location: "/second"]) }
}
