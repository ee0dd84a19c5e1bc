import HTTPTypes

extension FeedbackRoutes {
    var schemas: [String: JSONSchema] {
        let ratings = NewFeedbackBody.ratings
        return [
            "NewFeedback": .object(
                [
                    "message": .paragraphs(
                        1...NewFeedbackBody.messageLimit, mayBeBlank: false,
                        example: "The list is empty after a logout.")
                ], optional: ["contact": JSONSchema.email.orNull, "rating": JSONSchema.whole(ratings).orNull]),
            "FeedbackReceipt": .object([
                "id": .text(example: "f-8e03978e-40d5-43dd-bc93-6894a57f9324"), "created_at": .moment,
                "author_id": JSONSchema.text(example: "u-grace").orNull,
            ]),
        ]
    }

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: "/v2/feedback", id: "sendFeedback",
                summary: "Send a feedback message, as a guest or as a member.", access: .guest,
                parameters: [.idempotencyKey], body: .json(.named("NewFeedback")),
                responses: [
                    .json(.created, "The message was stored.", .named("FeedbackReceipt")), .unsupported,
                    .unprocessable,
                    .problem(.conflict, "The same request is in progress.", fields: ["Retry-After"]),
                    .problem(.tooManyRequests, "Too many messages.", fields: ["Retry-After"]),
                ])
        ]
    }
}
