/// The changes of the account that are not sent yet.
///
/// They are sent in the order in which they were made to a resource, and each takes effect once, even if the connection
/// is lost or this process ends. A change that the server refuses waits for a person's decision, and only the later
/// changes to the same resource wait with it.
public protocol OutboxService: Sendable {
    /// All changes that the server has not accepted yet, in the order in which they were made.
    func changes() async throws(OutboxServiceError) -> [PendingChange]

    /// The changes now, and again whenever they change.
    func observe() -> AsyncStream<Result<[PendingChange], OutboxServiceError>>

    /// Sends every change that is due, in order. Returns when no change is left that can be sent now, or when the
    /// server can't be reached. The report has the changes that are left.
    ///
    /// - Parameter now: also sends changes whose next attempt is due later.
    func send(now: Bool) async throws(OutboxServiceError) -> OutboxReport

    /// Sends changes as soon as they are made and the server can be reached, until the task is cancelled: for an app that
    /// stays open.
    func run() async

    /// Makes a parked or waiting change due now. Throws ``ServiceError/notFound(_:)`` if it is not pending.
    func retry(id: PendingChange.ID) async throws(OutboxServiceError)

    /// Removes a change. If the server may have received it (``PendingChange/mayHaveBeenSent``), this does not undo it.
    /// Throws ``ServiceError/notFound(_:)`` if it is not pending.
    func discard(id: PendingChange.ID) async throws(OutboxServiceError)
}

/// The result of ``OutboxService/send(now:)``.
public struct OutboxReport: Sendable {
    /// How many changes the server has accepted.
    public let sent: Int
    /// The changes that are left.
    public let left: [PendingChange]
    /// Why the first change that was not sent has to wait; `nil` if no change has to.
    public let reason: ServiceFailure?

    public init(sent: Int, left: [PendingChange], reason: ServiceFailure? = nil) {
        self.sent = sent
        self.left = left
        self.reason = reason
    }
}

/// What became of the changes that were due.
public struct DueChanges: Sendable, Equatable {
    /// How many the server has accepted.
    public let sent: Int
    /// How many now wait for a person's decision.
    public let parked: Int

    public init(sent: Int = 0, parked: Int = 0) {
        self.sent = sent
        self.parked = parked
    }

    public static func + (one: DueChanges, other: DueChanges) -> DueChanges {
        DueChanges(sent: one.sent + other.sent, parked: one.parked + other.parked)
    }
}

/// Why an operation of an ``OutboxService`` failed.
public typealias OutboxServiceError = ServiceError<Never>
