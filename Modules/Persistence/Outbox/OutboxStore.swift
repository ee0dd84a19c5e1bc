public import Foundation

/// Stores the changes that this machine has promised to send, in their order.
///
/// An account's entries are removed with the account by ``AuthSessionStore/removeAccount(_:)``, and by nothing else: the
/// end of a session leaves them. Therefore the two ports share one storage. Once a call returns, its effect survives
/// the end of the process and a loss of power.
///
/// `OutboxStoreContract` in ContractSuites tests every implementation. Each method is one transaction and throws
/// ``StoreError/cancelled`` in a cancelled task.
public protocol OutboxStore: Sendable {
    /// Adds a change behind all others, or merges it into the last entry of its lane if that one is open.
    ///
    /// - Parameter merge: decides about the last entry of the lane.
    /// - Returns: the entry that contains the change; `nil` if it and the last entry cancelled each other out.
    func add(
        _ change: NewOutboxEntry, merging merge: @Sendable (OutboxEntry) -> OutboxMerge
    ) async throws(StoreError) -> OutboxEntry?

    /// All entries of an owner in their order.
    func entries(of owner: DataOwner) async throws(StoreError) -> [OutboxEntry]

    /// The first entry behind `number` that is due and that no earlier entry of its lane precedes; `nil` if there is
    /// none. Begin with 0.
    func next(of owner: DataOwner, after number: Int, at now: Date) async throws(StoreError) -> OutboxEntry?

    /// Replaces the state of an entry by that of `transition`'s result, or removes the entry if the result is `nil`.
    ///
    /// - Returns: the entry as it was stored before; `nil` if this owner has no such entry.
    @discardableResult
    func update(
        _ id: OutboxEntry.ID, of owner: DataOwner, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws(StoreError) -> OutboxEntry?

    /// A notice at once, and another one when entries may have changed, in this process or another (``ChangeFeed``).
    func changes() -> AsyncStream<Void>
}

/// A change that is not stored yet.
public struct NewOutboxEntry: Sendable, Hashable {
    public let id: OutboxEntry.ID
    public let owner: DataOwner
    public let lane: String
    public let kind: String
    public let version: Int
    public let payload: Data
    public let createdAt: Date

    public init(
        id: OutboxEntry.ID, owner: DataOwner, lane: String, kind: String, version: Int, payload: Data, createdAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.lane = lane
        self.kind = kind
        self.version = version
        self.payload = payload
        self.createdAt = createdAt
    }

    /// The open entry with this number.
    ///
    /// - Parameter date: the date of its creation, as exact as the store has it.
    public func numbered(_ number: Int, createdAt date: Date? = nil) -> OutboxEntry {
        OutboxEntry(
            number: number, id: id, owner: owner, lane: lane, kind: kind, version: version, payload: payload,
            createdAt: date ?? createdAt)
    }
}

/// How a new change is combined with the open entry before it.
public enum OutboxMerge: Sendable, Hashable {
    /// Both are sent.
    case keepBoth
    /// One entry with this payload replaces both. It keeps the place and the id of the earlier one.
    case replace(payload: Data)
    /// They cancel each other out, so that neither is sent.
    case removeBoth
}
