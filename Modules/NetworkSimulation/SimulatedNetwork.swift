public import EngineTestSupport
import Foundation
public import HTTPTypes
public import Networking
import Primitives
import Synchronization

/// A transport to one server, over a network whose conditions can change during the simulation.
///
/// ```swift
/// let backend = try world.backend()
/// let network = SimulatedNetwork(world, to: backend.respond(to:), conditions: .rough)
/// let process = try SimulatedProcess(world, of: backend, over: network)
/// let profile = try world.run { try await process.member(1).session.send(.profile) }
/// ```
public final class SimulatedNetwork: Transport {
    private let world: SimulatedWorld
    private let server: ReceivedRequest.Handler
    private let state: Mutex<State>
    private let closing = Gate()

    private struct State {
        var conditions: NetworkConditions
        var isShutDown = false
        var responsesLost = 0
    }

    /// - Parameter server: responds to each request, possibly after a delay on the simulation's clock. ``send(_:body:)``
    ///   throws its errors.
    public init(
        _ world: SimulatedWorld, to server: @escaping ReceivedRequest.Handler, conditions: NetworkConditions = .calm
    ) {
        self.world = world
        self.server = server
        state = Mutex(State(conditions: conditions))
    }

    /// The conditions for exchanges that start from now on.
    public var conditions: NetworkConditions {
        get { state.withLock { $0.conditions } }
        set { state.withLock { $0.conditions = newValue } }
    }

    /// How many responses were lost so far because the connection broke.
    public var responsesLost: Int { state.withLock { $0.responsesLost } }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let fate = try begin()
        let outcome = await withTaskGroup(of: Result<ServerResponse, TransportError>.self) { group in
            group.addTask {
                do throws(TransportError) {
                    return .success(try await self.exchange(request, body, fate))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [closing] in
                await closing.pass()
                return .failure(Task.isCancelled ? .cancelled : .closed)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        return try outcome.get()
    }

    public func shutdown() async {
        state.withLock { $0.isShutDown = true }
        closing.open()
    }

    private func exchange(
        _ request: HTTPRequest, _ body: RequestBody, _ fate: Fate
    ) async throws(TransportError) -> ServerResponse {
        if fate.isRefused {
            try await pass(fate.latency)
            throw .connectionRefused
        }
        // The connection is established, and the request is sent.
        try await pass(fate.latency * 2)
        let bytes = try await body.bytes()
        try await pass(fate.latency)
        if fate.losesRequest { throw .connectionLost }
        let response = try await server(ReceivedRequest(head: request, body: bytes))
        if fate.isSilent { try await pass(.seconds(86_400)) }
        try await pass(fate.latency)
        if fate.losesResponse {
            state.withLock { $0.responsesLost += 1 }
            throw .connectionLost
        }
        guard response.hasBody(for: request.method) else {
            return ServerResponse(head: response.head, body: .data(Data()))
        }
        return deliver(response, fate).ending(at: closing)
    }

    private func begin() throws(TransportError) -> Fate {
        if Task.isCancelled { throw .cancelled }
        guard let conditions = state.withLock({ $0.isShutDown ? nil : $0.conditions }) else { throw .closed }
        return Fate(in: conditions, by: world.random)
    }

    private func deliver(_ response: ServerResponse, _ fate: Fate) -> ServerResponse {
        guard fate.isTruncated || fate.dripPause != nil, case .data(let data) = response.body, !data.isEmpty else {
            return response
        }
        var response = response
        response.body = .stream(
            ByteStream(
                PacedBytes(
                    data: data, end: fate.isTruncated ? data.count / 2 : data.count, isTruncated: fate.isTruncated,
                    pause: fate.dripPause, time: world.time)))
        return response
    }

    private func pass(_ duration: Duration) async throws(TransportError) {
        do { try await world.time.sleep(for: duration) } catch { throw .cancelled }
        if Task.isCancelled { throw .cancelled }
    }
}

/// The outcome of one exchange, drawn before it starts. A change of one probability therefore changes no other draw.
private struct Fate {
    let latency: Duration
    let isRefused: Bool
    let losesRequest: Bool
    let losesResponse: Bool
    let isSilent: Bool
    let isTruncated: Bool
    let dripPause: Duration?

    init(in conditions: NetworkConditions, by random: SeededRandomSource) {
        func happens(_ probability: Double) -> Bool { random.nextUnit() < probability }
        latency = random.nextDuration(in: conditions.latency)
        isRefused = happens(conditions.refusal)
        losesRequest = happens(conditions.lossOfRequest)
        losesResponse = happens(conditions.lossOfResponse)
        isSilent = happens(conditions.silence)
        isTruncated = happens(conditions.truncation)
        dripPause = happens(conditions.drip) ? conditions.dripPause : nil
    }
}

/// The behavior of a network. Probabilities are from 0 to 1, and each is drawn once per exchange.
public struct NetworkConditions: Sendable {
    /// The latency in one direction, drawn uniformly from the range.
    public var latency: ClosedRange<Duration>
    /// The probability that the connection can't be established.
    public var refusal = 0.0
    /// The probability that the connection breaks before the whole request is sent, so that the server never receives
    /// it.
    public var lossOfRequest = 0.0
    /// The probability that the connection breaks after the server has processed the request, so that the client gets
    /// no response.
    public var lossOfResponse = 0.0
    /// The probability that the client receives neither a response nor the end of the connection.
    public var silence = 0.0
    /// The probability that the body of the response ends early.
    public var truncation = 0.0
    /// The probability that the body arrives in chunks of a few bytes, with ``dripPause`` between them.
    public var drip = 0.0
    /// The pause between two chunks of a body that drips.
    public var dripPause = Duration.milliseconds(200)

    /// Creates a network that loses nothing.
    /// - Parameter latency: the range of the latency in one direction.
    public init(latency: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(1)) {
        self.latency = latency
    }

    /// A fast network that loses nothing.
    public static var calm: NetworkConditions { NetworkConditions() }

    /// A phone on a train: slow, and every failure happens sometimes.
    public static var rough: NetworkConditions {
        var conditions = NetworkConditions(latency: .milliseconds(20) ... .milliseconds(900))
        conditions.refusal = 0.02
        conditions.lossOfRequest = 0.03
        conditions.lossOfResponse = 0.03
        conditions.silence = 0.01
        conditions.truncation = 0.02
        conditions.drip = 0.05
        return conditions
    }
}

/// A body that arrives slowly, or ends early.
struct PacedBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let data: Data
    /// The length at which the body ends.
    let end: Int
    let isTruncated: Bool
    /// The pause before each chunk; `nil` sends everything at once.
    let pause: Duration?
    let time: any TimeSource

    func makeAsyncIterator() -> Iterator {
        Iterator(bytes: self)
    }

    struct Iterator: AsyncIteratorProtocol {
        let bytes: PacedBytes
        var position = 0

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            guard position < bytes.end else {
                if bytes.isTruncated { throw .truncatedResponse }
                return nil
            }
            var length = bytes.end - position
            if let pause = bytes.pause {
                do { try await bytes.time.sleep(for: pause) } catch { throw .cancelled }
                length = Swift.min(length, 16)
            }
            let start = bytes.data.startIndex + position
            position += length
            return bytes.data[start..<start + length]
        }
    }
}
