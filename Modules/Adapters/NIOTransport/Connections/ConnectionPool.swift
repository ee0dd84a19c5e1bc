import NIOCore
import Networking
import Synchronization

/// The connections of a transport and the exchanges that wait for one. ``PoolMachine`` has the rules.
final class ConnectionPool: Sendable {
    private let loops: any EventLoopGroup
    private let configuration: NIOTransportConfiguration
    private let secure: SecureConnections
    private let state: Mutex<State>

    private struct State {
        var machine: PoolMachine<HTTPConnection, Exchange>
        var attempts: [ObjectIdentifier: ConnectionAttempt] = [:]
    }

    init(on loops: any EventLoopGroup, configuration: NIOTransportConfiguration, secure: SecureConnections) {
        self.loops = loops
        self.configuration = configuration
        self.secure = secure
        state = Mutex(State(machine: PoolMachine(connectionsPerHost: configuration.connectionsPerHost)))
    }

    deinit {
        // The transport was released without being shut down.
        let (connections, _) = state.withLock { $0.machine.close() }
        for connection in connections { connection.close() }
    }

    /// Sends `exchange` on an idle connection, or lets it wait for one, at most for the connect timeout.
    func start(_ exchange: Exchange) {
        do {
            if !exchange.destination.isSecure { try secure.allowPlain(exchange.destination.host) }
        } catch {
            return exchange.fail(error)
        }
        let needsFresh = exchange.needsFreshConnection
        switch state.withLock({ $0.machine.assign(exchange, to: exchange.destination, needsFresh: needsFresh) }) {
        case .connection(let connection): connection.start(exchange)
        case .refused: exchange.fail(.closed)
        case .waiting(let wait):
            wait.replaced?.close()
            let limit = TimeAmount(configuration.connectTimeout)
            let isWaiting = exchange.wait(
                atMost: limit, or: wait.isFull ? .poolTimeout : .connectTimeout, on: loops.any(), in: self)
            if !isWaiting { remove(exchange) }
            if wait.connect { connect(to: exchange.destination) }
        }
    }

    /// Removes an exchange that no longer waits.
    func remove(_ exchange: Exchange) {
        state.withLock { $0.machine.remove(exchange, to: exchange.destination) }
    }

    /// Sends the next exchange on a connection that is new or free again, or leaves it idle. Returns whether it is
    /// idle.
    func offer(_ connection: HTTPConnection, isNew: Bool) -> Bool {
        switch state.withLock({ $0.machine.offer(connection, to: connection.destination, isNew: isNew) }) {
        case .exchange(let exchange):
            connection.start(exchange)
            return false
        case .idle: return true
        case .close:
            connection.close()
            return false
        }
    }

    /// Removes the connection if it is still idle, so that no exchange receives it. Returns whether it may be closed.
    func retire(_ connection: HTTPConnection) -> Bool {
        state.withLock { $0.machine.retire(connection, to: connection.destination) }
    }

    func attemptFailed(to destination: Destination, _ error: TransportError) {
        recover(destination, error) { $0.attemptFailed(to: destination) }
    }

    /// The connection is closed, and no exchange may receive it any more.
    func connectionClosed(_ connection: HTTPConnection) {
        recover(connection.destination, nil) { $0.connectionClosed(connection, to: connection.destination) }
    }

    /// Closes all connections and fails all waiting and running exchanges with `TransportError.closed`.
    func shutdown() async {
        let (connections, waiting, attempts) = state.withLock { state in
            let (connections, waiting) = state.machine.close()
            defer { state.attempts = [:] }
            return (connections, waiting, state.attempts.values)
        }
        for exchange in waiting { exchange.fail(.closed) }
        for attempt in attempts { attempt.cancel(with: .closed) }
        for connection in connections { connection.shutDown() }
        for connection in connections { await connection.waitForClose() }
    }

    private func connect(to destination: Destination) {
        let attempt = ConnectionAttempt(
            to: destination, on: loops.next(), configuration: configuration, secure: secure)
        let isOpen = state.withLock { state in
            guard !state.machine.isClosed else { return false }
            state.attempts[ObjectIdentifier(attempt)] = attempt
            return true
        }
        guard isOpen else { return }
        attempt.start { [weak self] result in
            guard let self else { return (try? result.get())?.close() ?? () }
            state.withLock { $0.attempts[ObjectIdentifier(attempt)] = nil }
            switch result {
            case .success(let connection): connection.join(self)
            case .failure(let error): attemptFailed(to: destination, error)
            }
        }
    }

    private func recover(
        _ destination: Destination, _ error: TransportError?,
        _ change: (inout PoolMachine<HTTPConnection, Exchange>) -> PoolMachine<HTTPConnection, Exchange>.Recovery
    ) {
        let recovery = state.withLock { change(&$0.machine) }
        if let error { recovery.failed?.fail(error) }
        if recovery.connect { connect(to: destination) }
    }
}
