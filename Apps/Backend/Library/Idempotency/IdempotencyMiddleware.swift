import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Makes a `POST` with an `Idempotency-Key` happen once: the same request again gets the same answer again.
///
/// Only success is kept. Whatever was refused has changed nothing, so it may be tried again under its key.
struct IdempotencyMiddleware: RouterMiddleware {
    typealias Context = MemberContext

    let answers: AnswerStore
    /// The largest body that is compared, in bytes.
    let limit: Int

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
        let slot = AnswerStore.Slot(userID: context.caller.user.id, key: key)
        let fingerprint = Self.fingerprint(of: request, body)
        switch try await answers.admit(slot, fingerprint) {
        case .replayed(let answer): return answer.response()
        case .reused: throw Problem.idempotencyKeyReused
        case .underWay: throw Problem.requestUnderWay
        case .first:
            defer { answers.release(slot) }
            let response = try await next(Request(head: request.head, body: RequestBody(buffer: body)), context)
            return try await keep(response, in: slot, fingerprint)
        }
    }

    private func keep(
        _ response: Response, in slot: AnswerStore.Slot, _ fingerprint: Data
    ) async throws -> Response {
        guard response.status.kind == .successful else { return response }
        let body = try await CollectedBody.collect(response.body)
        try await answers.keep(
            KeptAnswer(status: response.status, headers: response.headers, body: body), in: slot, fingerprint)
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
