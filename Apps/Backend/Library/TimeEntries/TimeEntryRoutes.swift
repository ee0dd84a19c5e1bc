import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// The time entries of the caller. Those of other members get 404.
struct TimeEntryRoutes: Resource {
    let database: DatabasePool
    let bodies: JSONBodyReader
    let links: Links

    init(_ dependencies: ResourceDependencies) {
        (database, bodies, links) = (dependencies.database, dependencies.bodies, dependencies.links)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/time-entries", use: list)
        groups.members.post("v2/time-entries", use: create)
        groups.members.get("v2/time-entries/{id}", use: get)
        groups.members.delete("v2/time-entries/{id}", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let query = try PageQuery(request.uri.queryParameters)
        let owned = Self.owned(by: context)
        let (items, total) = try await database.read { db in
            // In the order in which they were added.
            let page = owned.order(Column.rowID).limit(query.size, offset: query.offset)
            return (try page.fetchAll(db), try owned.fetchCount(db))
        }
        return CacheableResponse(
            body: PageBody(query, items: items, total: total),
            link: query.link(to: links.absolute("/v2/time-entries"), total: total))
    }

    @Sendable private func create(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        var fields = try await bodies.read(BodyFields.self, from: request)
        let timeEntry = TimeEntryRecord(
            id: "time-entry-\(UUID().uuidString.lowercased())", ownerID: context.caller.user.id, &fields)
        try fields.check()
        try await database.write { try timeEntry.insert($0) }
        return JSONResponse(
            body: timeEntry, status: .created,
            headers: [.location: links.absolute("/v2/time-entries/\(timeEntry.id)")])
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let single = try Self.single(context)
        guard let timeEntry = try await database.read({ try single.fetchOne($0) }) else { throw Problem.notFound }
        return CacheableResponse(body: timeEntry)
    }

    @Sendable private func delete(_ request: Request, _ context: MemberContext) async throws -> HTTPResponse.Status {
        let single = try Self.single(context)
        guard try await database.write({ try single.deleteAll($0) }) == 1 else { throw Problem.notFound }
        return .noContent
    }

    private static func owned(by context: MemberContext) -> QueryInterfaceRequest<TimeEntryRecord> {
        TimeEntryRecord.filter(Column("owner_id") == context.caller.user.id)
    }

    private static func single(_ context: MemberContext) throws(Problem) -> QueryInterfaceRequest<TimeEntryRecord> {
        guard let id = context.parameters.get("id")?.removingPercentEncoding else { throw .notFound }
        return owned(by: context).filter(key: id)
    }
}
