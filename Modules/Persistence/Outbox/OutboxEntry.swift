public import Foundation

/// A change that was made on this machine and waits to be sent.
///
/// ```
/// open ──seal──▶ sealed ──accepted──▶ (removed)
///  │ ◀──reopen───── │ ▲
///  └─────park───────┴─┤ retry
///                     ▼
///                   parked ──discard──▶ (removed)
/// ```
///
/// Only an open entry may still be merged with a later one. A sealed entry has the bytes of its request, which never
/// change again: if a response is lost, the same bytes are sent under the same key, and the server applies them once.
/// ``OutboxMachine`` decides which transition an entry takes.
public struct OutboxEntry: Sendable, Hashable, Identifiable {
    /// The order of all entries, whatever the wall clock says. A number is never used again.
    public let number: Int
    /// Identifies the change to people while it is pending. The idempotency key is another value
    /// (``SealedRequest/key``).
    public let id: String
    public let owner: DataOwner
    /// The resource that it changes. The entries of a lane are sent in their order, one at a time.
    public let lane: String
    /// The name of its type of change, unique in the app.
    public let kind: String
    /// The version of the payload's format.
    public private(set) var version: Int
    /// The change as JSON, which stores do not interpret.
    public private(set) var payload: Data
    /// When the entry was created, on the wall clock, to show to people.
    public let createdAt: Date
    public private(set) var state = State.open
    /// How many times it was sent without a conclusive response.
    public private(set) var attempts = 0
    /// It is not sent before this time.
    public private(set) var notBefore: Date?

    public enum State: Sendable, Hashable {
        case open
        case sealed(SealedRequest)
        /// It waits for a person, and so do the later entries of its lane. The request is `nil` if the entry was never
        /// sent.
        case parked(reason: String, SealedRequest?)
    }

    public init(
        number: Int, id: String, owner: DataOwner, lane: String, kind: String, version: Int, payload: Data,
        createdAt: Date, state: State = .open, attempts: Int = 0, notBefore: Date? = nil
    ) {
        self.number = number
        self.id = id
        self.owner = owner
        self.lane = lane
        self.kind = kind
        self.version = version
        self.payload = payload
        self.createdAt = createdAt
        self.state = state
        self.attempts = attempts
        self.notBefore = notBefore
    }

    /// The request, once the entry is sealed. The server may have received it.
    public var request: SealedRequest? {
        switch state {
        case .open: nil
        case .sealed(let request): request
        case .parked(_, let request): request
        }
    }

    /// The longest wait between two attempts.
    public static var longestWait: TimeInterval { 15 * 60 }

    /// Whether it may be sent now. A time that is further away than the longest wait was set by a wrong clock, so it
    /// is ignored.
    public func isDue(at now: Date) -> Bool {
        if case .parked = state { return false }
        guard let notBefore else { return true }
        return notBefore <= now || notBefore > now + Self.longestWait
    }

    /// The same entry with another payload, due now; `nil` unless it is open.
    public func replacing(payload: Data, version: Int) -> OutboxEntry? {
        guard state == .open else { return nil }
        return with { entry in
            (entry.payload, entry.version) = (payload, version)
            (entry.attempts, entry.notBefore) = (0, nil)
        }
    }

    /// The same entry with a fixed request; unchanged if it is not open. Store it before the first byte is sent.
    public func sealed(_ request: SealedRequest) -> OutboxEntry {
        with { if $0.state == .open { $0.state = .sealed(request) } }
    }

    /// The same entry, waiting for its next attempt. The wait after the first attempt is a second, and doubles with
    /// each further one.
    ///
    /// - Parameters:
    ///   - least: the wait that the server has requested.
    ///   - share: the part of that wait to use, between 0.5 and 1, so that the machines of many users don't all return
    ///     at once.
    public func waiting(from now: Date, atLeast least: Duration = .zero, share: Double = 1) -> OutboxEntry {
        with { entry in
            entry.attempts += 1
            let doubled = share * Double(1 << min(attempts, 20))
            entry.notBefore = now + min(max(doubled, least / .seconds(1)), Self.longestWait)
        }
    }

    /// The same entry without its request, which the server has refused because the resource has changed since it was
    /// read. The next attempt reads the resource again and gets a new key. After its first attempt, the entry is due at
    /// once.
    public func reopened(at now: Date, share: Double = 1) -> OutboxEntry {
        var entry = attempts == 0 ? with { $0.attempts = 1 } : waiting(from: now, share: share)
        entry.state = .open
        return entry
    }

    /// The same entry. If `opens` is `true`, it loses its request, which no server can have received.
    func opened(_ opens: Bool) -> OutboxEntry {
        opens ? with { $0.state = .open } : self
    }

    /// The same entry, parked until a person sends or discards it.
    public func parked(because reason: String) -> OutboxEntry {
        with { $0.state = .parked(reason: reason, request) }
    }

    /// The same entry, due again, with the same bytes if it has a request. A person who retries a parked entry has
    /// looked at the server, so the lifetime of its key counts from `now`.
    ///
    /// - Parameter usesKeys: whether the server recognizes a repeated request. If not, a parked entry gets a new
    ///   request.
    public func retried(at now: Date, usesKeys: Bool = true) -> OutboxEntry {
        with { entry in
            if case .parked(_, let request) = state {
                entry.state = request.flatMap { usesKeys ? .sealed($0.sealed(at: now)) : nil } ?? .open
            }
            entry.attempts = 0
            entry.notBefore = nil
        }
    }

    private func with(_ change: (inout OutboxEntry) -> Void) -> OutboxEntry {
        var entry = self
        change(&entry)
        return entry
    }
}

/// The bytes of a request, which are the same for every attempt. It contains no credential.
public struct SealedRequest: Sendable, Hashable {
    public let method: String
    /// The percent-encoded path, relative to the API's address.
    public let path: String
    /// The media type of the body; `nil` without a body.
    public let contentType: String?
    public let body: Data
    /// The idempotency key, which is never used for other bytes.
    public let key: String
    /// The entity tag that the resource must have (`If-Match`, RFC 9110 section 13.1.1); `nil` for an unconditional change.
    public let ifMatch: String?
    /// The time on the wall clock from which the lifetime of the idempotency key counts.
    public private(set) var sealedAt: Date

    public init(
        method: String, path: String, contentType: String?, body: Data, key: String, ifMatch: String? = nil,
        sealedAt: Date
    ) {
        self.method = method
        self.path = path
        self.contentType = contentType
        self.body = body
        self.key = key
        self.ifMatch = ifMatch
        self.sealedAt = sealedAt
    }

    /// Whether sending the request again is safe even if the server has forgotten its key: the request is idempotent
    /// (RFC 9110 section 9.2.2), or its first effect has changed the resource's tag, so that a repetition fails.
    public var isRepeatable: Bool { ["PUT", "DELETE"].contains(method) || ifMatch != nil }

    fileprivate func sealed(at now: Date) -> SealedRequest {
        var request = self
        request.sealedAt = now
        return request
    }
}
