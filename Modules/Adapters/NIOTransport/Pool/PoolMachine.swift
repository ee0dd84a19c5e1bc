/// The rules of a connection pool, without any I/O: which exchange gets which connection, and when one more is opened.
///
/// An exchange takes the connection that was used last. If none is idle, it waits in line, and one more connection is opened
/// unless the host has as many as it may. A connection attempt belongs to the line, not to the exchange that caused it: whichever
/// connection is ready first serves the exchange that has waited longest.
struct PoolMachine<Connection: AnyObject & Sendable, Exchange: AnyObject & Sendable>: Sendable {
    enum Assignment {
        case connection(Connection)
        /// The exchange waits. `connect` asks for one more connection.
        case waiting(connect: Bool)
        case refused
    }

    enum Offer {
        case exchange(Exchange)
        case idle
        /// The pool is closed, or does not know the connection.
        case close
    }

    /// What a failed attempt or a closed connection leads to.
    struct Recovery {
        /// Fails with the attempt's error: no attempt is left for it.
        var failed: Exchange?
        var connect = false
    }

    private struct Host {
        var idle: [Connection] = []
        var busy: [ObjectIdentifier: Connection] = [:]
        var connecting = 0
        var waiting = WaitingLine<Exchange>()

        var connections: Int { idle.count + busy.count + connecting }
        var isUnused: Bool { connections == 0 && waiting.count == 0 }

        /// Whether one more connection should be opened for those who wait; counts it if so.
        mutating func startAttempt(limit: Int) -> Bool {
            guard waiting.count > connecting, connections < limit else { return false }
            connecting += 1
            return true
        }
    }

    private let connectionsPerHost: Int
    private var hosts: [Destination: Host] = [:]
    private(set) var isClosed = false

    init(connectionsPerHost: Int) {
        self.connectionsPerHost = max(1, connectionsPerHost)
    }

    /// How many hosts have a connection, an attempt or an exchange that waits.
    var hostCount: Int { hosts.count }

    /// A new exchange, or one whose connection turned out to be closed before anything was sent.
    mutating func assign(_ exchange: Exchange, to destination: Destination) -> Assignment {
        guard !isClosed else { return .refused }
        return update(destination) { host, limit in
            if let connection = host.idle.popLast() {
                host.busy[ObjectIdentifier(connection)] = connection
                return .connection(connection)
            }
            host.waiting.append(exchange)
            return .waiting(connect: host.startAttempt(limit: limit))
        }
    }

    /// The exchange was cancelled or timed out while it waited. Without effect if it does not wait.
    mutating func remove(_ exchange: Exchange, to destination: Destination) {
        update(destination) { host, _ in host.waiting.remove(exchange) }
    }

    /// An attempt has succeeded, or a connection is free again: what becomes of it.
    mutating func offer(_ connection: Connection, to destination: Destination, isNew: Bool) -> Offer {
        guard !isClosed else { return .close }
        return update(destination) { host, _ in
            if isNew {
                host.connecting -= 1
            } else if host.busy.removeValue(forKey: ObjectIdentifier(connection)) == nil {
                return .close
            }
            guard let exchange = host.waiting.popFirst() else {
                host.idle.append(connection)
                return .idle
            }
            host.busy[ObjectIdentifier(connection)] = connection
            return .exchange(exchange)
        }
    }

    /// A connection attempt has failed.
    mutating func attemptFailed(to destination: Destination) -> Recovery {
        guard !isClosed else { return Recovery() }
        return update(destination) { host, limit in
            host.connecting -= 1
            let failed = host.waiting.count > host.connecting ? host.waiting.popFirst() : nil
            return Recovery(failed: failed, connect: host.startAttempt(limit: limit))
        }
    }

    /// A connection is closed; known as idle or busy, or not any more.
    mutating func connectionClosed(_ connection: Connection, to destination: Destination) -> Recovery {
        guard !isClosed else { return Recovery() }
        return update(destination) { host, limit in
            if host.busy.removeValue(forKey: ObjectIdentifier(connection)) == nil {
                host.idle.removeAll { $0 === connection }
            }
            return Recovery(connect: host.startAttempt(limit: limit))
        }
    }

    /// The connection was idle for too long. Whether it still is, and so may be closed: no exchange gets it any more.
    mutating func retire(_ connection: Connection, to destination: Destination) -> Bool {
        guard !isClosed else { return true }
        return update(destination) { host, _ in
            guard let index = host.idle.firstIndex(where: { $0 === connection }) else { return false }
            host.idle.remove(at: index)
            return true
        }
    }

    /// Ends everything: gives the connections to close and the exchanges to fail.
    mutating func close() -> (connections: [Connection], waiting: [Exchange]) {
        let hosts = hosts.values
        self.hosts = [:]
        isClosed = true
        return (hosts.flatMap { $0.idle + $0.busy.values }, hosts.flatMap { $0.waiting.all })
    }

    /// Hosts that are not used any more are forgotten: a crawler visits many.
    private mutating func update<Result>(
        _ destination: Destination, _ change: (inout Host, _ limit: Int) -> Result
    ) -> Result {
        let result = change(&hosts[destination, default: Host()], connectionsPerHost)
        if hosts[destination]?.isUnused == true { hosts[destination] = nil }
        return result
    }
}
