import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// The caller's resumable uploads (draft-ietf-httpbis-resumable-upload). Those of other members get 404.
///
/// The requests that create and complete an upload are empty and can be replayed by their idempotency keys. The bytes come
/// in between, in requests for which only offsets count.
struct UploadRoutes: Resource {
    let backend: Dependencies
    private let turns = UploadTurns()
    private let folder: URL

    init(backend: Dependencies) throws {
        self.backend = backend
        folder = backend.configuration.dataDirectory.appending(path: "uploads", directoryHint: .isDirectory)
        try backend.database.write(sweep)
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(Upload.databaseTableName) { db in
            try db.create(table: Upload.databaseTableName, options: .strict) { table in
                table.primaryKey("id", .text)
                table.column("owner_id", .text).notNull().indexed().references("users", onDelete: .cascade)
                table.column("name", .text).notNull()
                table.column("content_type", .text).notNull()
                table.column("size", .integer).notNull()
                table.column("sha256", .text).notNull()
                table.column("created_at", .integer).notNull()
                table.column("completed_at", .integer)
            }
        }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.post("v2/uploads", use: create)
        groups.members.head("v2/uploads/{id}", use: offset)
        groups.members.patch("v2/uploads/{id}", use: append)
        groups.members.get("v2/uploads/{id}", use: content)
        groups.members.delete("v2/uploads/{id}") { _, context in
            try await inTurn(context) { upload, _ in try await remove(upload) }
        }
    }

    @Sendable private func create(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let upload = try Upload(ownerID: context.caller.user.id, request.headers, at: backend.now)
        return try await backend.write(context) { db in
            try sweep(db)
            try upload.insert(db)
            return Reply(
                status: .created,
                headers: [
                    .location: upload.path, .uploadOffset: "0", .uploadComplete: "?0",
                    .uploadLimit: "max-size=\(Upload.limit)",
                ])
        }
    }

    @Sendable private func offset(_ request: Request, _ context: MemberContext) async throws -> Reply {
        try await inTurn(context) { upload, file in
            let isComplete = upload.completedAt != nil
            return Reply(
                status: .noContent,
                headers: [
                    .uploadOffset: String(isComplete ? upload.size : try file.syncedLength()),
                    .uploadLength: String(upload.size), .uploadComplete: isComplete ? "?1" : "?0",
                    .uploadLimit: "max-size=\(Upload.limit)", .cacheControl: "no-store",
                ])
        }
    }

    @Sendable private func append(_ request: Request, _ context: MemberContext) async throws -> Reply {
        guard let provided = StructuredField.integer(request.headers[.uploadOffset]), provided >= 0,
            let completes = StructuredField.boolean(request.headers[.uploadComplete])
        else { throw Problem.invalidUpload("An append needs its Upload-Offset, and Upload-Complete: ?0 or ?1.") }
        // An empty body needs no type.
        guard request.contentType?.value == "application/partial-upload" || request.headers[.contentType] == nil else {
            throw Problem.unsupportedMediaType("The body must be application/partial-upload.")
        }
        return try await inTurn(context, isAppend: true) { upload, file in
            guard upload.completedAt == nil else { throw Problem.completedUpload }
            var offset = try file.syncedLength()
            guard offset == provided else { throw Problem.mismatchingOffset(expected: offset, provided: provided) }
            for try await buffer in request.body {
                offset += buffer.readableBytes
                guard offset <= upload.size else { throw Problem.inconsistentLength }
                try file.append(buffer)
            }
            // The body of a cancelled task seems to be at its end.
            try Task.checkCancellation()
            offset = try file.syncedLength()
            // From here on, a newer request waits.
            if completes { return try await Task { try await complete(upload, file, offset, context) }.value }
            return Reply(status: .noContent, headers: [.uploadOffset: String(offset), .uploadComplete: "?0"])
        }
    }

    /// - Parameter offset: the length of the synced file, so the row never claims bytes that are not stored.
    private func complete(
        _ upload: Upload, _ file: UploadFile, _ offset: Int, _ context: MemberContext
    ) async throws -> Reply {
        guard offset == upload.size else { throw Problem.inconsistentLength }
        guard await file.sha256(offset) == upload.sha256 else {
            _ = try await remove(upload)
            throw Problem.digestMismatch
        }
        var complete = upload
        complete.completedAt = backend.now
        return try await backend.write(context) { [complete] db in
            try complete.update(db)
            return try .json(
                complete, status: .created,
                headers: [.location: upload.path, .uploadOffset: String(offset), .uploadComplete: "?1"])
        }
    }

    @Sendable private func content(_ request: Request, _ context: MemberContext) async throws -> Response {
        let upload = try await find(context)
        guard upload.completedAt != nil else { throw Problem.notFound }
        return try ByteRepresentation(
            length: upload.size, validators: Validators(tag: EntityTag(opaque: upload.sha256), modified: nil),
            headers: [
                .contentType: upload.contentType, .cacheControl: "private, no-cache", .vary: "Authorization",
                // As for avatars: bytes and type come from a user.
                .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
                .contentDisposition: upload.disposition,
            ], read: UploadFile(upload.id, in: folder).bytes(in:)
        ).response(to: request)
    }

    /// Deletes the row, and then the file. If the process ends in between, ``sweep(_:)`` deletes the file.
    private func remove(_ upload: Upload) async throws -> Reply {
        _ = try await backend.database.write { try upload.delete($0) }
        try? FileManager.default.removeItem(at: folder.appending(path: upload.id))
        return .noContent
    }

    /// The caller's upload, unless it has expired.
    private func find(_ context: MemberContext) async throws -> Upload {
        let id = try context.pathID
        return try await backend.database.read { db in
            let upload = try Upload.filter(Column("owner_id") == context.caller.user.id).filter(key: id).fetchOne(db)
            guard let upload, try Upload.expired(backend.now).filter(key: id).isEmpty(db) else {
                throw Problem.notFound
            }
            return upload
        }
    }

    /// Runs `body` while no other request for the upload runs.
    private func inTurn(
        _ context: MemberContext, isAppend: Bool = false,
        _ body: @escaping @Sendable (Upload, UploadFile) async throws -> Reply
    ) async throws -> Reply {
        let id = try await find(context).id
        do {
            return try await turns.run(id, isAppend: isAppend) {
                let file = try UploadFile(id, in: folder)
                defer { file.close() }
                try file.lock()
                // An earlier request may have completed or deleted it.
                return try await body(try await find(context), file)
            }
        } catch is CancellationError {
            throw Problem.appendEnded
        }
    }

    /// Deletes expired uploads, and files without a row: those of expired uploads and deleted users, or after a crash.
    ///
    /// A row is older than its file, and `db` is in a transaction that writes, so no new upload loses its file.
    @Sendable private func sweep(_ db: Database) throws {
        try Upload.expired(backend.now).deleteAll(db)
        let ids = Set(try String.fetchAll(db, sql: "SELECT id FROM uploads"))
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !ids.contains(name)
        {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}
