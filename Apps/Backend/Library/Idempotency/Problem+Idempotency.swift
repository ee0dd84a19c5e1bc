import HTTPTypes

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
