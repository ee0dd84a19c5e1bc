import Foundation
import HTTPTypes
import Networking

/// The course of one exchange, as rules without I/O: what URLSession tells goes in, what is to be done comes out.
///
/// Everything that can meet in an exchange (bytes, the end, a cancellation, a time limit, a shutdown, a reader who has left)
/// comes here one after the other, and the first ending counts.
struct ExchangeMachine {
    /// What is to be done, in this order.
    enum Action: Equatable {
        /// Give `send` its answer.
        case response(Result<HTTPResponse, TransportError>)
        /// Give the waiting reader its bytes, the end (`nil`), or the error.
        case deliver(Result<Data?, TransportError>)
        /// Cancel URLSession's task. Comes once at most, and not where that would be dangerous.
        case cancelTask
        case suspendTask
        case resumeTask
        /// Nothing has to be watched any more.
        case release
    }

    /// What a reader gets who asks for bytes.
    enum Reading: Equatable {
        case now(Result<Data?, TransportError>)
        case later
    }

    private enum Ending: Equatable {
        /// All that was received may be read before it shows.
        case natural(TransportError?)
        /// Shows at once.
        case forced(TransportError)
    }

    private let limits: BodyLimits
    private let method: HTTPRequest.Method
    private var head: HTTPResponse?
    private var unread: [Data] = []
    private var unreadCount = 0
    private var receivedCount: Int64 = 0
    private var ending: Ending?
    private var isReaderWaiting = false
    private var isSuspended = false
    private var isTaskBeyondCancelling = false
    private var lastMovement: Duration

    init(method: HTTPRequest.Method, limits: BodyLimits, at now: Duration) {
        self.method = method
        self.limits = limits
        lastMovement = now
    }

    /// Whether the exchange has come to its end, by itself or by force.
    var isOver: Bool { ending != nil }

    /// Why it was ended by force.
    var failure: TransportError? {
        if case .forced(let error) = ending { return error }
        return nil
    }

    /// The pieces in their order, without copying those behind the first.
    private mutating func takeUnread() -> Data {
        defer { (unread, unreadCount) = ([], 0) }
        guard unread.count > 1 else { return unread.first ?? Data() }
        var joined = Data(capacity: unreadCount)
        for piece in unread { joined.append(piece) }
        return joined
    }
}

// MARK: What URLSession tells

extension ExchangeMachine {
    /// A head has come; one of an informational answer is passed over and counts as no movement.
    mutating func receive(_ head: HTTPResponse, at now: Duration) -> [Action] {
        guard ending == nil, self.head == nil, head.status.kind != .informational else { return [] }
        lastMovement = now
        guard head.hasOneLength else { return force(.invalidResponse(reason: "The answer announces several lengths.")) }
        self.head = head
        return [.response(.success(head))]
    }

    /// Bytes of the body have come.
    mutating func receive(_ piece: Data, at now: Duration) -> [Action] {
        guard ending == nil, !piece.isEmpty else { return [] }
        lastMovement = now
        receivedCount += Int64(piece.count)
        if isEncoded, receivedCount > limits.decoded {
            return force(.responseTooLarge(limit: limits.decoded))
        }
        if isReaderWaiting {
            isReaderWaiting = false
            return [.deliver(.success(piece))]
        }
        unread.append(piece)
        unreadCount += piece.count
        if unreadCount > limits.unread { return force(.responseTooLarge(limit: limits.unread)) }
        guard let pause = limits.pause, unreadCount > pause, !isSuspended else { return [] }
        isSuspended = true
        return [.suspendTask]
    }

    /// Bytes of the request's body have gone.
    mutating func sent(at now: Duration) {
        lastMovement = now
    }

    /// The task is over. What it says after an ending of ours is its echo.
    ///
    /// - Parameter head: the one that URLSession holds, for it does not tell of every one.
    mutating func complete(_ error: TransportError?, head: HTTPResponse?) -> [Action] {
        isTaskBeyondCancelling = true
        guard ending == nil else { return [] }
        guard error == nil else { return end(with: error) }
        var actions: [Action] = []
        if self.head == nil, let head, head.status.kind != .informational {
            self.head = head
            actions.append(.response(.success(head)))
        }
        guard self.head != nil else { return end(with: .connectionLost) }
        return actions + end(with: isShort ? .truncatedResponse : nil)
    }

    /// The server wants a credential, which it says at the end of its answer: this answer is what the caller gets.
    mutating func challenge(head: HTTPResponse?) -> [Action] {
        complete(nil, head: head)
    }

    /// A redirect was offered. Says whether the refusal may be given: not once the task was told to cancel, for where
    /// URLSession is libcurl it would trap. From here on, the task is not cancelled any more; it ends by itself.
    mutating func mayRefuseRedirect() -> Bool {
        guard !isTaskBeyondCancelling else { return false }
        isTaskBeyondCancelling = true
        return true
    }

    private mutating func end(with error: TransportError?) -> [Action] {
        ending = .natural(error)
        if head == nil { return [.response(.failure(error ?? .connectionLost)), .release] }
        guard isReaderWaiting else { return [.release] }
        isReaderWaiting = false
        return [.deliver(error.map { .failure($0) } ?? .success(nil)), .release]
    }
}

// MARK: What this side wants

extension ExchangeMachine {
    /// The reader asks for bytes; one who gets ``Reading/later`` hears by ``Action/deliver(_:)``.
    mutating func read(at now: Duration) -> (Reading, [Action]) {
        if case .forced(let error) = ending { return (.now(.failure(error)), []) }
        if unreadCount > 0 {
            let bytes = takeUnread()
            guard isSuspended, ending == nil else { return (.now(.success(bytes)), []) }
            isSuspended = false
            // The pause before was ours.
            lastMovement = now
            return (.now(.success(bytes)), [.resumeTask])
        }
        if case .natural(let error) = ending { return (.now(error.map { .failure($0) } ?? .success(nil)), []) }
        guard !isReaderWaiting else {
            return (.now(.failure(.other(reason: "A body is read by two tasks at once."))), [])
        }
        isReaderWaiting = true
        return (.later, [])
    }

    /// Ends the exchange before its time.
    mutating func force(_ error: TransportError) -> [Action] {
        if case .forced = ending { return [] }
        let wasRunning = ending == nil
        ending = .forced(error)
        (unread, unreadCount) = ([], 0)
        guard wasRunning else { return [] }
        var actions: [Action] = []
        if head == nil {
            actions.append(.response(.failure(error)))
        } else if isReaderWaiting {
            isReaderWaiting = false
            actions.append(.deliver(.failure(error)))
        }
        if !isTaskBeyondCancelling {
            isTaskBeyondCancelling = true
            actions.append(.cancelTask)
        }
        return actions + [.release]
    }

    /// Looks whether the other side has been silent too long. Says when to look again; `nil`: never.
    mutating func checkIdle(limit: Duration, at now: Duration) -> (next: Duration?, actions: [Action]) {
        guard ending == nil else { return (nil, []) }
        guard !isSuspended else { return (limit, []) }
        let silence = now - lastMovement
        guard silence >= limit else { return (limit - silence, []) }
        return (nil, force(.idleTimeout))
    }
}

// MARK: Framing

extension ExchangeMachine {
    /// Whether the bytes that come are fewer or more than the server has counted.
    private var isEncoded: Bool {
        guard let encoding = head?.headerFields[.contentEncoding] else { return false }
        return encoding.lowercased() != "identity"
    }

    /// Whether the body ended before the length that its head announced.
    private var isShort: Bool {
        guard let head, !isEncoded, method != .head, head.status != .noContent, head.status != .notModified,
            let announced = head.headerFields[.contentLength].flatMap({ Int64($0) })
        else { return false }
        return receivedCount < announced
    }
}

extension HTTPResponse {
    /// Not so where several fields disagree, of which one might be meant for another reader (RFC 9112 section 6.3). Stacks
    /// have joined them by commas.
    fileprivate var hasOneLength: Bool {
        let lengths = headerFields[values: .contentLength].flatMap { $0.split(separator: ",") }
        return Set(lengths.map { $0.drop { $0 == " " } }).count <= 1
    }
}
