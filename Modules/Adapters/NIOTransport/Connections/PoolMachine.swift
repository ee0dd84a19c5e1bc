/// The rules of a connection pool, without I/O: which exchange gets which connection, and when a new one is opened.
///
/// An exchange gets the connection that was used last. If none is idle, it waits in a queue, and a new connection is
/// opened unless the host has its maximum. A connection attempt belongs to the queue, not to the exchange that caused
/// it: the first connection that is ready serves the exchange that has waited longest.
///
/// An exchange that needs a fresh connection gets only a new one. It replaces the connection that was used last, so
/// that a series of such exchanges leaves no more connections than a series of others.
struct PoolMachine<Connection: AnyObject & Sendable, Exchange: AnyObject & Sendable>: Sendable {
    enum Assignment {
        case connection(Connection)
        case waiting(Wait)
        case refused
    }

    struct Wait {
        /// Whether to open a new connection.
        let connect: Bool
        /// Whether the host has its maximum of connections, so that the exchange waits for one of them.
        let isFull: Bool
        /// The connection to close, because the exchange needs a fresh one.
        var replaced: Connection?
    }

    enum Offer {
        case exchange(Exchange)
        case idle
        /// Close the connection: the pool is closed, or the connection is not in it.
        case close
    }

    /// The actions after a failed attempt or a closed connection.
    struct Recovery {
        /// The exchange that fails with the attempt's error, because no attempt is left for it.
        var failed: Exchange?
        var connect = false
    }

    private struct Host {
        var idle: [Connection] = []
        var busy: [ObjectIdentifier: Connection] = [:]
        var connecting = 0
        var waiting = WaitingLine<Exchange>()
        /// Exchanges that wait for a new connection.
        var waitingForNew = WaitingLine<Exchange>()

        var connections: Int { idle.count + busy.count + connecting }
        var waitingCount: Int { waiting.count + waitingForNew.count }
        var isUnused: Bool { connections == 0 && waitingCount == 0 }

        /// The next exchange for a new connection.
        mutating func popFirst() -> Exchange? { waitingForNew.popFirst() ?? waiting.popFirst() }

        /// Counts a new connection attempt if waiting exchanges need one. Returns whether to start it.
        mutating func startAttempt(limit: Int) -> Bool {
            guard waitingCount > connecting, connections < limit else { return false }
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

    /// The number of hosts with a connection, an attempt or a waiting exchange.
    var hostCount: Int { hosts.count }

    /// Assigns a connection to a new exchange, or to one whose connection was closed before anything was sent.
    mutating func assign(
        _ exchange: Exchange, to destination: Destination, needsFresh: Bool = false
    ) -> Assignment {
        guard !isClosed else { return .refused }
        return update(destination) { host, limit in
            let idle = host.idle.popLast()
            if let idle, !needsFresh {
                host.busy[ObjectIdentifier(idle)] = idle
                return .connection(idle)
            }
            if needsFresh { host.waitingForNew.append(exchange) } else { host.waiting.append(exchange) }
            let connect = host.startAttempt(limit: limit)
            return .waiting(Wait(connect: connect, isFull: host.waitingCount > host.connecting, replaced: idle))
        }
    }

    /// Removes an exchange that was cancelled or timed out while it waited. Does nothing if it is not waiting.
    mutating func remove(_ exchange: Exchange, to destination: Destination) {
        update(destination) { host, _ in
            host.waiting.remove(exchange)
            host.waitingForNew.remove(exchange)
        }
    }

    /// Returns how to use a connection that is new or free again.
    mutating func offer(_ connection: Connection, to destination: Destination, isNew: Bool) -> Offer {
        guard !isClosed else { return .close }
        return update(destination) { host, _ in
            if isNew {
                host.connecting -= 1
            } else if host.busy.removeValue(forKey: ObjectIdentifier(connection)) == nil {
                return .close
            } else if host.waitingForNew.count > host.connecting {
                // Its end makes room for a new connection.
                return .close
            }
            guard let exchange = isNew ? host.popFirst() : host.waiting.popFirst() else {
                host.idle.append(connection)
                return .idle
            }
            host.busy[ObjectIdentifier(connection)] = connection
            return .exchange(exchange)
        }
    }

    mutating func attemptFailed(to destination: Destination) -> Recovery {
        guard !isClosed else { return Recovery() }
        return update(destination) { host, limit in
            host.connecting -= 1
            let failed = host.waitingCount > host.connecting ? host.popFirst() : nil
            return Recovery(failed: failed, connect: host.startAttempt(limit: limit))
        }
    }

    /// Removes a closed connection, if it is still in the pool.
    mutating func connectionClosed(_ connection: Connection, to destination: Destination) -> Recovery {
        guard !isClosed else { return Recovery() }
        return update(destination) { host, limit in
            if host.busy.removeValue(forKey: ObjectIdentifier(connection)) == nil {
                host.idle.removeAll { $0 === connection }
            }
            return Recovery(connect: host.startAttempt(limit: limit))
        }
    }

    /// Removes a connection that was idle for too long, if it is still idle. Returns whether it may be closed.
    mutating func retire(_ connection: Connection, to destination: Destination) -> Bool {
        guard !isClosed else { return true }
        return update(destination) { host, _ in
            guard let index = host.idle.firstIndex(where: { $0 === connection }) else { return false }
            host.idle.remove(at: index)
            return true
        }
    }

    /// Closes the pool. Returns the connections to close and the exchanges to fail.
    mutating func close() -> (connections: [Connection], waiting: [Exchange]) {
        let hosts = hosts.values
        self.hosts = [:]
        isClosed = true
        return (hosts.flatMap { $0.idle + $0.busy.values }, hosts.flatMap { $0.waiting.all + $0.waitingForNew.all })
    }

    /// Changes the state of a host, and removes the host if it is no longer used, because a crawler visits many hosts.
    private mutating func update<Result>(
        _ destination: Destination, _ change: (inout Host, _ limit: Int) -> Result
    ) -> Result {
        guard let place = hosts.index(forKey: destination) else {
            var host = Host()
            let result = change(&host, connectionsPerHost)
            if !host.isUnused { hosts[destination] = host }
            return result
        }
        let result = change(&hosts.values[place], connectionsPerHost)
        if hosts.values[place].isUnused { hosts.remove(at: place) }
        return result
    }
}

/// A first-in, first-out queue that can remove any element. Adding and removing take amortized constant time.
struct WaitingLine<Element: AnyObject & Sendable>: Sendable {
    private var elements: [Int: Element] = [:]
    private var tickets: [ObjectIdentifier: Int] = [:]
    private var first = 0
    private var next = 0

    var count: Int { elements.count }

    /// All elements in their order.
    var all: [Element] { elements.sorted { $0.key < $1.key }.map(\.value) }

    mutating func append(_ element: Element) {
        elements[next] = element
        tickets[ObjectIdentifier(element)] = next
        next += 1
    }

    mutating func popFirst() -> Element? {
        while first < next {
            defer { first += 1 }
            guard let element = elements.removeValue(forKey: first) else { continue }
            tickets[ObjectIdentifier(element)] = nil
            return element
        }
        return nil
    }

    mutating func remove(_ element: Element) {
        guard let ticket = tickets.removeValue(forKey: ObjectIdentifier(element)) else { return }
        elements[ticket] = nil
    }
}
