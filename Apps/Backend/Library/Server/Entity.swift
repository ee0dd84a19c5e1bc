import Foundation
import GRDB
import Hummingbird

/// A row of a table. The property `ownerID` is stored in the column `owner_id`.
protocol TableRow: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {}

extension TableRow {
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .custom { column in
            let words = column.split(separator: "_")
            return AnyKey(
                stringValue: words[0] + words.dropFirst().map { $0 == "id" ? "ID" : $0.capitalized }.joined())
        }
    }

    /// Inserts a row with a new id.
    /// - Throws: ``Problem/idTaken`` if the client's id is taken, or `duplicate` if another unique column is.
    func create(_ db: Database, orThrow duplicate: Problem = .idTaken) throws {
        do {
            try insert(db)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY {
            throw Problem.idTaken
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw duplicate
        }
    }
}

/// A row that clients read by its id. Its properties are the keys of its body too, unless ``body(_:)`` is another type.
protocol Entity: TableRow {
    associatedtype Body: Encodable & Sendable = Self

    var id: String { get }
    /// When its body last changed; `nil` if clients compare tags only.
    var modifiedAt: HTTPDate? { get }
    func body(_ links: Links) -> Body
}

extension Entity {
    var modifiedAt: HTTPDate? { nil }
}

extension Entity where Body == Self {
    func body(_ links: Links) -> Self { self }
}

/// The responses that the routes of all entities share.
extension Dependencies {
    /// The requested page of `rows`, in their order. `path` is that of the list, for its links.
    func list<Item: Entity>(
        _ rows: QueryInterfaceRequest<Item>, at path: String, for request: Request
    ) async throws -> Reply {
        let query = try PageQuery(request.uri.queryParameters)
        let (items, total) = try await database.read { db in
            (try rows.limit(query.size, offset: query.offset).fetchAll(db), try rows.fetchCount(db))
        }
        let bodies = items.map { $0.body(links) }
        return try PageBody(items: bodies, page: query.number, perPage: query.size, total: total)
            .reply(links.absolute(path), for: request)
    }

    func find<Item: TableRow>(_ rows: QueryInterfaceRequest<Item>) async throws -> Item {
        guard let item = try await database.read({ try rows.fetchOne($0) }) else { throw Problem.notFound }
        return item
    }

    /// The only row of `rows`.
    func get<Item: Entity>(_ rows: QueryInterfaceRequest<Item>, for request: Request) async throws -> Reply {
        let item = try await find(rows)
        return try .cacheable(item.body(links), modified: item.modifiedAt, for: request)
    }

    /// Inserts `item`, and responds with its body and its address below `path`.
    func create<Item: Entity>(
        _ item: Item, at path: String, orThrow duplicate: Problem = .idTaken, _ context: CallContext<some Permission>
    ) async throws -> Reply {
        try await write(context) { [links] db in
            try item.create(db, orThrow: duplicate)
            return try .json(
                item.body(links), status: .created, headers: [.location: links.absolute("\(path)/\(item.id)")])
        }
    }

    /// Deletes the only row of `rows`, if the request's conditions allow it.
    func delete<Item: Entity>(
        _ rows: QueryInterfaceRequest<Item>, for request: Request, _ context: CallContext<some Permission>
    ) async throws -> Reply {
        let conditions = Preconditions(request)
        return try await write(context) { [links] db in
            guard let item = try rows.fetchOne(db) else { throw Problem.notFound }
            try conditions.check(item.body(links), modified: item.modifiedAt)
            try item.delete(db)
            return .noContent
        }
    }
}

extension Problem {
    static let idTaken = Problem(
        status: .conflict, code: "id_taken", title: "Id taken", detail: "This id is taken. Use a new UUID.",
        errors: [FieldError(field: "id", code: "taken", message: "This id is taken.")])
}
