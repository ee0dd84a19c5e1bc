import HTTPTypes

extension Problem {
    static let invalidIdempotencyKey = Problem(
        status: .badRequest, code: "invalid_idempotency_key", title: "Invalid idempotency key",
        detail: "An idempotency key has 1 to 255 visible ASCII characters.")

    static let idempotencyKeyReused = Problem(
        status: .unprocessableContent, code: "idempotency_key_reused", title: "Idempotency key reused",
        detail: "This idempotency key belongs to another request; use a new one.")

    static let requestUnderWay = Problem(
        status: .conflict, code: "request_under_way", title: "Request under way",
        detail: "A request with this idempotency key is being answered; ask again later.", headers: [.retryAfter: "1"])
}
