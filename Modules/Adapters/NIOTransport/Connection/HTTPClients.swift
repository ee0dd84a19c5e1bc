import AsyncHTTPClient
import NIOCore
import Networking
import Synchronization

/// The clients behind a transport: one for plain HTTP, and one for each host that is spoken to securely.
///
/// A client tells nobody which host a new connection is for, and the checks of a connection depend on it. A client is cheap
/// (it has no thread of its own), and one is kept for each host until the end: this is made for an app that talks to a few
/// servers, not for a crawler.
final class HTTPClients: Sendable {
    private let loops: any EventLoopGroup
    private let configuration: NIOTransportConfiguration
    private let secure: SecureConnections
    private let state = Mutex(State())

    private struct State {
        var plain: HTTPClient?
        var byHost: [String: HTTPClient] = [:]
        var ending: Task<Void, Never>?

        var all: [HTTPClient] { byHost.values + (plain.map { [$0] } ?? []) }
    }

    init(on loops: any EventLoopGroup, configuration: NIOTransportConfiguration, secure: SecureConnections) {
        self.loops = loops
        self.configuration = configuration
        self.secure = secure
    }

    deinit {
        // A client traps where it is released without being shut down. It keeps itself alive until this is done, and
        // reports a second shutdown as an error that means nothing here.
        for client in state.withLock(\.all) { client.shutdown { _ in } }
    }

    /// The client for a destination; throws ``Networking/TransportError/closed`` after shutdown, and what NIOSSL says
    /// where its settings are no good.
    func client(for destination: Destination) async throws -> HTTPClient {
        if !destination.isSecure { try secure.allowPlain(destination.host) }
        if let client = try known(destination) { return client }
        guard destination.isSecure else { return try keep(makeClient(nil), for: destination) }
        return try keep(makeClient(try await secure.handshake(with: destination.host)), for: destination)
    }

    func shutdown() async {
        // Whoever comes second waits for the same end.
        let ending = state.withLock { state in
            if let ending = state.ending { return ending }
            let started = Task { [clients = state.all, loops] in
                await withTaskGroup { group in
                    for client in clients { group.addTask { await client.end(within: Self.grace, on: loops) } }
                }
            }
            state.ending = started
            return started
        }
        await ending.value
    }

    /// How long shutdown waits for connections to say goodbye. A client also waits for those that are still being made,
    /// which it can't give up: a silent server would hold the caller for the whole connect timeout. They carry no request,
    /// and end by themselves.
    private static let grace = TimeAmount.seconds(1)

    private func known(_ destination: Destination) throws(TransportError) -> HTTPClient? {
        let (client, isOpen) = state.withLock { state in
            (destination.isSecure ? state.byHost[destination.host] : state.plain, state.ending == nil)
        }
        guard isOpen else { throw .closed }
        return client
    }

    /// Keeps `client` unless another call was quicker; whichever is not kept is shut down.
    private func keep(_ client: HTTPClient, for destination: Destination) throws(TransportError) -> HTTPClient {
        let kept: HTTPClient? = state.withLock { state in
            guard state.ending == nil else { return nil }
            if let known = destination.isSecure ? state.byHost[destination.host] : state.plain { return known }
            if destination.isSecure { state.byHost[destination.host] = client } else { state.plain = client }
            return client
        }
        if kept !== client { client.shutdown { _ in } }
        guard let kept else { throw .closed }
        return kept
    }

    private func makeClient(_ handshake: SecureHandshake?) -> HTTPClient {
        HTTPClient(
            eventLoopGroup: loops,
            configuration: HTTPClient.Configuration(configuration, securedBy: handshake))
    }
}

extension HTTPClient {
    /// Shuts down, and returns when that is done or `limit` has passed; the client then goes on by itself.
    fileprivate func end(within limit: TimeAmount, on loops: any EventLoopGroup) async {
        let loop = loops.any()
        let done = loop.makePromise(of: Void.self)
        // Whichever comes second changes nothing.
        let timer = loop.scheduleTask(in: limit) { done.succeed() }
        // The one error that can come says that it is shut down already, which is what was asked for.
        shutdown { _ in done.succeed() }
        await withCheckedContinuation { end in done.futureResult.whenComplete { _ in end.resume() } }
        timer.cancel()
    }
}
