import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Runs a `POST`, `PUT` or `PATCH` with an `Idempotency-Key` once, and replays its response to later requests with the
/// same key (draft-ietf-httpapi-idempotency-key-header).
///
/// The lookup comes before everything that depends on the current state, such as preconditions, because the first
/// request may have changed it. Only successful responses without `no-store` are stored. A refused request changed
/// nothing, so the client may send it again with the same key.
struct IdempotencyMiddleware<Who: Permission>: RouterMiddleware {
    typealias Context = CallContext<Who>

    let store: IdempotencyStore

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard [.post, .put, .patch].contains(request.method), let value = request.headers[.idempotencyKey] else {
            return try await next(request, context)
        }
        let body = try await request.bytes(limit: AvatarRoutes.formLimit)
        // The digest identifies the bytes, which later requests send.
        let head = Data(
            "\(request.method.rawValue) \(request.uri.path)\n\(request.headers[.reprDigest] ?? "")".utf8)
        let keyed = KeyedRequest(
            userID: context.callerID, key: try Self.key(value),
            fingerprint: .sha256(of: [head, Data(body.readableBytesView)]), moment: store.backend.now)
        guard store.begin(keyed) else { throw Problem.requestInProgress }
        defer { store.end(keyed) }
        var response: Response
        if let reply = try await store.backend.database.read({ try keyed.stored($0) }) {
            response = reply.response(to: request)
            response.headers[.idempotencyReplayed] = "true"
        } else {
            var context = context
            context.keyedRequest = keyed
            response = try await next(Request(head: request.head, body: RequestBody(buffer: body)), context)
        }
        response.headers[.idempotencyKeyLifetime] = KeyedRequest.lifetimeText
        return response
    }

    /// Accepts 1 to 255 visible characters without quotes and backslashes. The draft requires a quoted string (RFC
    /// 9651, section 3.3.3), but most clients send the text without quotes. Both forms are the same key.
    private static func key(_ value: String) throws(Problem) -> String {
        guard let match = value.wholeMatch(of: /"([!#-\[\]-~]{1,255})"|([!#-\[\]-~]{1,255})/) else {
            throw .invalidIdempotencyKey
        }
        return String(match.1 ?? match.2 ?? "")
    }
}

/// A request with an idempotency key, and its stored response.
struct KeyedRequest: Sendable {
    /// Each user's keys are separate. All guests share `nil`.
    let userID: String?
    let key: String
    /// A digest of method, path, `Repr-Digest` and body, which only equal requests share.
    let fingerprint: Data
    let moment: Timestamp

    /// How long a stored response can be replayed.
    static let lifetime = Duration.seconds(24 * 60 * 60)
    static let lifetimeText = String(lifetime.components.seconds)

    /// The stored response; `nil` for a new key. The key may belong to another request, which is an error.
    func stored(_ db: Database) throws -> Reply? {
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM stored_responses WHERE coalesce(user_id, '') = ? AND key = ? AND stored_at > ?",
            arguments: [userID ?? "", key, moment - Self.lifetime])
        guard let row else { return nil }
        guard row["fingerprint"] == fingerprint else { throw Problem.idempotencyKeyReused }
        let fields = try JSONDecoder().decode(HTTPFields.self, from: row["fields"] as Data)
        return Reply(
            status: HTTPResponse.Status(code: row["status"]), headers: fields,
            body: ByteBuffer(bytes: row["body"] as Data))
    }

    /// Stores the response in the transaction of its effect. If another process has stored one, the effect is undone.
    func store(_ reply: Reply, _ db: Database) throws {
        guard reply.status.kind == .successful, reply.headers[.cacheControl] != "no-store" else { return }
        try db.execute(sql: "DELETE FROM stored_responses WHERE stored_at <= ?", arguments: [moment - Self.lifetime])
        do {
            try db.execute(
                sql: "INSERT INTO stored_responses VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    userID, key, fingerprint, reply.status.code, try JSONEncoder().encode(reply.headers),
                    Data(reply.body.readableBytesView), moment,
                ])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw Problem.requestInProgress
        }
    }
}

/// The keys in use. Their responses are in the database, so a crash loses neither.
final class IdempotencyStore: Resource {
    let backend: Dependencies
    private let inProgress = Mutex<Set<[String]>>([])

    init(backend: Dependencies) {
        self.backend = backend
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("stored_responses") { db in
            try db.create(table: "stored_responses", options: .strict) { table in
                // A key belongs to its user, and is deleted with the user.
                table.column("user_id", .text).references("users", onDelete: .cascade)
                table.column("key", .text).notNull()
                table.column("fingerprint", .blob).notNull()
                table.column("status", .integer).notNull()
                table.column("fields", .blob).notNull()
                table.column("body", .blob).notNull()
                table.column("stored_at", .integer).notNull().indexed()
            }
            // In a unique index, SQLite treats all NULLs as different, so guests need a value.
            try db.execute(
                sql: "CREATE UNIQUE INDEX stored_responses_by_key ON stored_responses (coalesce(user_id, ''), key)")
        }
    }

    /// `false` if a request with this key is in progress.
    func begin(_ request: KeyedRequest) -> Bool {
        inProgress.withLock { $0.insert([request.userID ?? "", request.key]).inserted }
    }

    func end(_ request: KeyedRequest) {
        inProgress.withLock { _ = $0.remove([request.userID ?? "", request.key]) }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = known("Idempotency-Key")
    /// `true` in a replayed response.
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// How long a response can be replayed, in seconds: in responses to requests with a key, and of `/v2/health`.
    static let idempotencyKeyLifetime = known("Idempotency-Key-Lifetime")
}

extension Problem {
    static let invalidIdempotencyKey = Problem(
        status: .badRequest, code: "invalid_idempotency_key", title: "Invalid idempotency key",
        detail: "An idempotency key has 1 to 255 visible ASCII characters.")

    static let idempotencyKeyReused = Problem(
        status: .unprocessableContent, code: "idempotency_key_reused", title: "Idempotency key reused",
        detail: "This idempotency key belongs to another request. Use a new key.")

    static let requestInProgress = Problem(
        status: .conflict, code: "request_in_progress", title: "Request in progress",
        detail: "A request with this idempotency key is in progress. Try again later.", headers: [.retryAfter: "1"])
}
