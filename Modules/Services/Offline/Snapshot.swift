public import Foundation
public import Models

/// A value with the pending changes of this machine, and how current it is.
///
/// Changes that are not sent yet are part of the value, so that a screen shows them at once. ``pending`` names them.
public struct Snapshot<Value: Sendable>: Sendable {
    public let value: Value
    public let source: Source
    /// When the server sent the value, on the wall clock; for a list, when it sent the oldest item.
    public let fetchedAt: Date
    /// Whether the value is whole. A stored page is incomplete if some of its items are not stored, or if items may be
    /// missing because the list has shifted on the server since then.
    public let isComplete: Bool
    /// The changes in the value that the server has not accepted yet, in the order in which they were made.
    public let pending: [PendingChange]
    /// Why the value could not be refreshed; `nil` if it was refreshed, or if no attempt has ended yet. A failed
    /// refresh never removes a value.
    public let refreshError: ServiceFailure?

    public init(
        _ value: Value, from source: Source, fetchedAt: Date, isComplete: Bool = true, pending: [PendingChange] = [],
        refreshError: ServiceFailure? = nil
    ) {
        self.value = value
        self.source = source
        self.fetchedAt = fetchedAt
        self.isComplete = isComplete
        self.pending = pending
        self.refreshError = refreshError
    }

    /// Where a value comes from.
    public enum Source: String, Sendable, Hashable {
        /// The server's response to this call.
        case server
        /// The copy on this machine.
        case stored
    }
}

extension Snapshot: Equatable where Value: Equatable {}

/// One page of a list.
public typealias PageSnapshot<Item: Sendable> = Snapshot<Page<Item>>

/// The snapshots of a value: the stored one at once, and another one whenever the value changes, whether the server, this
/// app or another process has changed it. A failure means that there is nothing to show; a later snapshot may follow.
/// If nothing is stored, the first element is the failure ``ServiceFailure/neverFetched``, while the server is asked.
///
/// A consumer that is too slow for all of them misses the oldest. The stream ends when its consumer stops.
public typealias Snapshots<Value: Sendable> = AsyncStream<Result<Snapshot<Value>, ServiceError<Never>>>

/// Whether a read returns the server's value or the stored one.
public enum ReadPolicy: String, Sendable, CaseIterable {
    /// The server's value. If the server can't be reached, or does not respond within 2 s, the stored value.
    case networkFirst
    /// The stored value, however old it is. If there is none, the server's value.
    case storedFirst
    /// The stored value, without a request. If there is none, the error's kind is
    /// ``ServiceFailure/Kind/neverFetched``.
    case storedOnly
}

/// A change that was made on this machine and that the server has not accepted yet.
public struct PendingChange: Sendable, Hashable, Identifiable {
    public let id: String
    /// What it does, such as `add the time entry "Reading"`.
    public let summary: String
    /// The id of the item that it changes.
    public let itemID: String
    public let createdAt: Date
    public let state: State
    /// Whether the server may have received it. If so, discarding it does not undo it.
    public let mayHaveBeenSent: Bool
    /// How often it was tried without a decisive response.
    public let attempts: Int
    /// The earliest time of the next attempt; `nil` if the change may be sent now.
    public let nextAttempt: Date?

    public enum State: Sendable, Hashable {
        /// It is sent as soon as the server can be reached.
        case waiting
        /// The server has refused it, or its outcome is unknown. A person decides whether to send or discard it.
        case parked(reason: String)
    }

    public init(
        id: String, summary: String, itemID: String, createdAt: Date, state: State = .waiting,
        mayHaveBeenSent: Bool = false, attempts: Int = 0, nextAttempt: Date? = nil
    ) {
        self.id = id
        self.summary = summary
        self.itemID = itemID
        self.createdAt = createdAt
        self.state = state
        self.mayHaveBeenSent = mayHaveBeenSent
        self.attempts = attempts
        self.nextAttempt = nextAttempt
    }
}

/// The result of a change.
public struct Submission<Value: Sendable>: Sendable {
    /// The server's value; while the change is pending, the stored value with the change applied.
    public let value: Value
    /// The change, if the server has not accepted it yet. It is stored and will be sent; ``OutboxService`` lists it.
    public let pending: PendingChange?
    /// Why the server has not accepted the change yet; `nil` if the server has not responded.
    public let reason: ServiceFailure?

    public init(_ value: Value, pending: PendingChange? = nil, reason: ServiceFailure? = nil) {
        self.value = value
        self.pending = pending
        self.reason = reason
    }

    /// The same result with another value.
    public func map<Other>(_ transform: (Value) -> Other) -> Submission<Other> {
        Submission<Other>(transform(value), pending: pending, reason: reason)
    }
}

extension Submission: Equatable where Value: Equatable {}
