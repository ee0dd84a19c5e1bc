public import Foundation
import Models
public import Networking
public import Persistence
import Primitives

/// One type of change that a feature makes through the outbox, such as adding and deleting time entries.
///
/// The outbox stores the change as JSON, which a later version of the app must still be able to read: new fields are
/// optional, and a changed format gets a new ``version``.
public protocol OutboxChange: Codable, Sendable {
    /// The name of the type of change, unique in the app. Never change it.
    static var kind: String { get }
    /// The version of the JSON that this type encodes.
    static var version: Int { get }
    /// Reads the JSON of an earlier version.
    static func decode(_ payload: Data, version: Int) throws -> Self

    /// The id of the item that it changes. The changes of an item are sent in their order.
    var itemID: String { get }
    /// What it does, for people, such as `add the time entry "Reading"`.
    var summary: String { get }
    /// The request that makes the change on the server.
    func request() throws -> ChangeRequest
    /// Combines this change, if it was not sent yet, with a later one of the same item.
    func merged(with later: Self) -> MergedChange<Self>
    /// Decides how a conditional change (``ChangeRequest``) is sent, given the server's current JSON for its resource.
    func rebased(on current: Data) throws -> RebasedChange<Self>
    /// Updates this machine's stored records after the server has accepted the change. It may run twice.
    func store(
        _ response: Data, of owner: DataOwner, in records: any RecordStorage, at now: Date
    ) async throws(StoreError)
}

extension OutboxChange {
    public static var version: Int { 1 }

    public static func decode(_ payload: Data, version: Int) throws -> Self {
        try JSONCoding().decode(Self.self, from: payload)
    }

    public func merged(with later: Self) -> MergedChange<Self> { .keepBoth }

    public func rebased(on current: Data) throws -> RebasedChange<Self> { .same }

    public func store(
        _ response: Data, of owner: DataOwner, in records: any RecordStorage, at now: Date
    ) async throws(StoreError) {}
}

/// How two changes of one item are combined.
public enum MergedChange<Change: Sendable>: Sendable {
    /// Both are sent.
    case keepBoth
    /// One change has the effect of both.
    case replace(Change)
    /// They cancel each other out.
    case removeBoth
}

/// How a change is sent, given the server's current value.
public enum RebasedChange<Change: Sendable>: Sendable {
    /// The change is sent unchanged.
    case same
    /// The server's value has the effect of the change already, so it is not sent.
    case done
    /// Another client has changed the same field. A person who has read the reason may still send the change, which then
    /// replaces that value.
    case conflict(Change, reason: String)
}

/// The request of an ``OutboxChange``, before it is sealed.
public struct ChangeRequest: Sendable {
    let method: RequestMethod
    let path: EndpointPath
    let body: (any Encodable & Sendable)?
    let isConditional: Bool

    /// - Parameter isConditional: whether to read the path's resource first (``OutboxChange/rebased(on:)``), and then
    ///   make the change only if the resource is still the same (`If-Match`).
    public init(
        _ method: RequestMethod, _ path: EndpointPath, body: (any Encodable & Sendable)? = nil,
        isConditional: Bool = false
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.isConditional = isConditional
    }
}

/// How the outbox handles a type of change: register one value for each in the composition.
public struct OutboxKind: Sendable {
    let name: String
    let version: Int
    let describe: @Sendable (OutboxEntry) throws -> (summary: String, itemID: String)
    let prepare: @Sendable (OutboxEntry) throws -> PreparedChange
    let store: @Sendable (OutboxEntry, Data, any RecordStorage, Date) async throws -> Void

    public init<Change: OutboxChange>(_ type: Change.Type) {
        name = type.kind
        version = type.version
        describe = { entry in
            let change = try Change(entry)
            return (change.summary, change.itemID)
        }
        prepare = { entry in try PreparedChange(Change(entry)) }
        store = { entry, response, records, now in
            try await Change(entry).store(response, of: entry.owner, in: records, at: now)
        }
    }
}

/// A change whose request is ready to be sealed.
struct PreparedChange: Sendable {
    let path: String
    let isConditional: Bool
    /// Calls ``OutboxChange/rebased(on:)``; returns `nil` if the JSON does not describe the resource.
    let rebase: @Sendable (Data) -> Rebasing?
    private let method: RequestMethod
    private let body: Data?

    enum Rebasing: Sendable {
        case same, done
        case conflict(OutboxMachine.Rebased, reason: String)
    }

    init<Change: OutboxChange>(_ change: Change) throws {
        let request = try change.request()
        guard let path = request.path.encoded else {
            throw InvalidValue(field: "path", reason: "An id can't be part of a path.")
        }
        (self.path, method, isConditional) = (path, request.method, request.isConditional)
        body = try request.body.map { try JSONCoding().encode($0) }
        rebase = { current in
            switch try? change.rebased(on: current) {
            case nil: nil
            case .same: .same
            case .done: .done
            case .conflict(let rebased, let reason):
                (try? JSONCoding().encode(rebased)).map {
                    .conflict(OutboxMachine.Rebased(payload: $0, version: Change.version), reason: reason)
                }
            }
        }
    }

    func sealed(key: String, ifMatch: String?, at now: Date) -> SealedRequest {
        SealedRequest(
            method: method.rawValue, path: path, contentType: body.map { _ in "application/json" },
            body: body ?? Data(), key: key, ifMatch: ifMatch, sealedAt: now)
    }
}

extension OutboxChange {
    init(_ entry: OutboxEntry) throws {
        guard entry.version <= Self.version else {
            throw InvalidValue(field: "version", reason: "A newer version of the app has made this change.")
        }
        self = try Self.decode(entry.payload, version: entry.version)
    }
}
