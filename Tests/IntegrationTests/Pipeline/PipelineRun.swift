import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import Synchronization

/// The standard pipeline, or a wrong order of its interceptors, in virtual time and with a server that the test
/// defines.
struct PipelineRun {
    /// Changes the standard order.
    enum Mutation: Hashable {
        /// This place and the next.
        case swap(Int)
        case drop(Int)

        func apply(to interceptors: inout [any Interceptor]) {
            switch self {
            case .swap(let place): interceptors.swapAt(place, place + 1)
            case .drop(let place): interceptors.remove(at: place)
            }
        }
    }

    var deadline = Duration.seconds(120)
    var attempts = 3
    var cache: any ResponseCacheStorage = InMemoryResponseCache()
    var authentication: any Interceptor = AuthenticationInterceptor()
    let mutation: Mutation?
    let simulation = SimulatedWorld(seed: 1)

    init(_ mutation: Mutation?) {
        self.mutation = mutation
    }

    /// The result of a run.
    struct Result: Equatable {
        /// Paths with their queries, in the order in which the server received them.
        var requests: [String]
        /// The status or the failure of each call, in order.
        var endings: [String]
    }

    /// Sends a GET for each of `paths`, one after the other.
    ///
    /// - Parameter respond: responds to the `number`th request, and may take time.
    func send(
        _ paths: String...,
        respond:
            @escaping @Sendable (_ number: Int, _ request: HTTPRequest, _ time: any TimeSource) async ->
            ServerResponse
    ) throws -> Result {
        try send(paths: paths, respond: respond)
    }

    func send(
        paths: [String],
        respond:
            @escaping @Sendable (_ number: Int, _ request: HTTPRequest, _ time: any TimeSource) async ->
            ServerResponse
    ) throws -> Result {
        let server = Server(time: simulation.time, respond: respond)
        // Without a budget, because each behavior needs a certain number of attempts.
        let policy = RetryPolicy(maximumAttempts: attempts, budget: nil)
        var interceptors = Pipeline.standard(
            over: server, deadline: deadline,
            cache: ResponseCacheInterceptor(storage: cache, partition: .client("run"), time: simulation.time),
            health: OriginHealth(policy: policy, random: LowestRandom()), random: LowestRandom(),
            authentication: authentication
        ).interceptors
        mutation?.apply(to: &interceptors)
        let client = try Client.fixture(
            transport: server, interceptors: interceptors, time: simulation.time, identifiers: simulation.identifiers)
        let session = client.session(for: TestGuest.self)
        let endings = try simulation.run {
            var endings: [String] = []
            for path in paths {
                let endpoint = Endpoint<TestGuest, Data>(.get, EndpointPath(encoded: path), response: .data)
                do throws(NetworkError) {
                    endings.append("\(try await session.response(to: endpoint).status)")
                } catch {
                    endings.append(error.cause.name)
                }
            }
            return endings
        }
        return Result(requests: server.requests, endings: endings)
    }
}

/// No jitter: retries are immediate.
private struct LowestRandom: RandomSource {
    func next() -> UInt64 { 0 }
}

private final class Server: Transport {
    private let time: any TimeSource
    private let respond: @Sendable (Int, HTTPRequest, any TimeSource) async -> ServerResponse
    private let received = Mutex<[String]>([])

    init(
        time: any TimeSource, respond: @escaping @Sendable (Int, HTTPRequest, any TimeSource) async -> ServerResponse
    ) {
        self.time = time
        self.respond = respond
    }

    var requests: [String] { received.withLock { $0 } }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let number = received.withLock { received in
            received.append(request.path ?? "")
            return received.count
        }
        let response = await respond(number, request, time)
        if Task.isCancelled { throw .cancelled }
        return response
    }

    func shutdown() async {}
}
