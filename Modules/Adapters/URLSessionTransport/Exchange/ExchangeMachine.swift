import Foundation
import HTTPTypes
import Networking

/// The rules of one exchange, without I/O: the input is URLSession's events, the output is actions.
///
/// All events that can race (bytes, the end, cancellation, the idle timeout, shutdown, a reader that was released)
/// arrive here one after the other, and the first one that ends the exchange wins.
struct ExchangeMachine {
    /// What the exchange must do, in this order.
    enum Action: Equatable {
        /// Return the head or the error from `send`.
        case response(Result<HTTPResponse, TransportError>)
        /// Return the next bytes, the end (`nil`) or the error to the waiting reader.
        case deliver(Result<Data?, TransportError>)
        /// Cancel URLSession's task. Returned at most once, and never when cancelling would crash.
        case cancelTask
        case suspendTask
        case resumeTask
        /// Stop the idle timer.
        case release
    }

    /// The result of a read.
    enum Reading: Equatable {
        case now(Result<Data?, TransportError>)
        /// The result follows with ``Action/deliver(_:)``.
        case later
    }

    private enum Ending: Equatable {
        /// The task ended by itself. The reader receives all bytes before this end.
        case natural(TransportError?)
        /// The exchange was ended early. The reader receives this error at once.
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
    private var lastProgress: Duration

    init(method: HTTPRequest.Method, limits: BodyLimits, at now: Duration) {
        self.method = method
        self.limits = limits
        lastProgress = now
    }

    /// Whether the exchange has ended, by itself or by force.
    var isOver: Bool { ending != nil }

    /// The error that ended the exchange by force; `nil` if none did.
    var failure: TransportError? {
        if case .forced(let error) = ending { return error }
        return nil
    }

    /// The unread pieces, joined. A single piece is not copied.
    private mutating func takeUnread() -> Data {
        defer { (unread, unreadCount) = ([], 0) }
        guard unread.count > 1 else { return unread.first ?? Data() }
        var joined = Data(capacity: unreadCount)
        for piece in unread { joined.append(piece) }
        return joined
    }
}

// MARK: Events of URLSession

extension ExchangeMachine {
    /// A head was received. The head of an informational response is ignored and does not count as progress.
    mutating func receive(_ head: HTTPResponse, at now: Duration) -> [Action] {
        guard ending == nil, self.head == nil, head.status.kind != .informational else { return [] }
        lastProgress = now
        guard head.hasOneLength else {
            return force(.invalidResponse(reason: "Its Content-Length fields contradict each other."))
        }
        self.head = head
        return [.response(.success(head))]
    }

    /// Bytes of the body were received.
    mutating func receive(_ piece: Data, at now: Duration) -> [Action] {
        guard ending == nil, !piece.isEmpty else { return [] }
        lastProgress = now
        receivedCount += Int64(piece.count)
        guard isDecoded else {
            return force(.invalidResponse(reason: "Its body has a content coding that was not requested."))
        }
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

    /// Bytes of the request's body were sent.
    mutating func sent(at now: Duration) {
        lastProgress = now
    }

    /// The task has ended. Its error is ignored if this machine ended the exchange before.
    ///
    /// - Parameter head: the task's response, because URLSession does not report every head to its delegate.
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

    /// The server requires a credential, which URLSession reports at the end of the response. The caller receives that
    /// response.
    mutating func challenge(head: HTTPResponse?) -> [Action] {
        complete(nil, head: head)
    }

    /// URLSession offers to follow a redirect. Returns whether the delegate may refuse: after a cancellation, a refusal
    /// traps in URLSession on libcurl. From here on the task is not cancelled any more, because it ends by itself.
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

// MARK: Calls of this side

extension ExchangeMachine {
    /// The reader requests bytes.
    mutating func read(at now: Duration) -> (Reading, [Action]) {
        if case .forced(let error) = ending { return (.now(.failure(error)), []) }
        if unreadCount > 0 {
            let bytes = takeUnread()
            guard isSuspended, ending == nil else { return (.now(.success(bytes)), []) }
            isSuspended = false
            // The slow reader caused the pause, not the server.
            lastProgress = now
            return (.now(.success(bytes)), [.resumeTask])
        }
        if case .natural(let error) = ending { return (.now(error.map { .failure($0) } ?? .success(nil)), []) }
        guard !isReaderWaiting else {
            return (.now(.failure(.other(reason: "Two tasks read one body at the same time."))), [])
        }
        isReaderWaiting = true
        return (.later, [])
    }

    /// Ends the exchange early with `error`.
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

    /// Checks how long the exchange has made no progress. `next` is the time until the next check, or `nil` if none is
    /// needed.
    mutating func checkIdle(limit: Duration, at now: Duration) -> (next: Duration?, actions: [Action]) {
        guard ending == nil else { return (nil, []) }
        guard !isSuspended else { return (limit, []) }
        let silence = now - lastProgress
        guard silence >= limit else { return (limit - silence, []) }
        return (nil, force(.idleTimeout))
    }
}

// MARK: Framing

extension ExchangeMachine {
    /// Whether the body is encoded, so that Content-Length does not count the decoded bytes.
    private var isEncoded: Bool {
        head?.headerFields.contentCodings.isEmpty == false
    }

    /// Whether URLSession has decoded the body. From an error response with an unknown coding, the caller learns the
    /// status.
    private var isDecoded: Bool {
        guard let head, head.status.code < 400 else { return true }
        return head.headerFields.contentCodings.allSatisfy { ["gzip", "x-gzip", "deflate", "br"].contains($0) }
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
    /// Whether all Content-Length values agree. Different ones may be an attempt at response splitting (RFC 9112
    /// section 6.3). URLSession may have joined the fields with commas.
    fileprivate var hasOneLength: Bool {
        let lengths = headerFields[values: .contentLength].flatMap { $0.split(separator: ",") }
        return Set(lengths.map { $0.drop { $0 == " " } }).count <= 1
    }
}
