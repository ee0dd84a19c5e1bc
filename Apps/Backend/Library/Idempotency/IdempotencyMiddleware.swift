import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Runs a `POST` with an `Idempotency-Key` once, and replays its response to later requests with the same key.
///
/// Only successful responses without `no-store` are stored. A refused request changed nothing, so the client may send
/// it again with the same key.
struct IdempotencyMiddleware<Context: RequestContext>: RouterMiddleware {
    let store: IdempotencyStore
    /// The largest request body, in bytes.
    let limit: Int
    /// The user who owns the key; `nil` for a guest.
    let userID: @Sendable (Context) -> String?

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, let value = request.headers[.idempotencyKey] else {
            return try await next(request, context)
        }
        let key = try IdempotencyKey(value)
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.contentTooLarge(limit: limit)
        }
        let slot = IdempotencyStore.Slot(userID: userID(context), key: key)
        let fingerprint = Self.fingerprint(of: request, body)
        switch try await store.admit(slot, fingerprint) {
        case .replayed(let response): return response.response()
        case .reused: throw Problem.idempotencyKeyReused
        case .inProgress: throw Problem.requestInProgress
        case .first:
            defer { store.release(slot) }
            let response = try await next(Request(head: request.head, body: RequestBody(buffer: body)), context)
            return try await stored(response, in: slot, fingerprint)
        }
    }

    private func stored(
        _ response: Response, in slot: IdempotencyStore.Slot, _ fingerprint: Data
    ) async throws -> Response {
        guard response.status.kind == .successful, response.headers[.cacheControl] != "no-store" else {
            return response
        }
        let body = try await CollectedBody.collect(response.body)
        try await store.store(
            StoredResponse(status: response.status, headers: response.headers, body: body), in: slot, fingerprint)
        return Response(status: response.status, headers: response.headers, body: ResponseBody(byteBuffer: body))
    }

    /// SHA-256 of method, path and body.
    private static func fingerprint(of request: Request, _ body: ByteBuffer) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.uri.path)\n".utf8))
        body.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        return Data(hash.finalize())
    }
}
