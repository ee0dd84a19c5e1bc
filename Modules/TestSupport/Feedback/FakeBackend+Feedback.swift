import Foundation
import HTTPTypes
import Models
import Networking

/// `POST /v2/feedback`.
struct FakeFeedback: FakeResource {
    let name = "feedback"
    private var limit = FakeFeedbackLimit()

    mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State
    ) throws(FakeProblem) -> ServerResponse {
        guard request.method == .post, path.isEmpty else { throw .notFound }
        var body = try FakeFields(request)
        let (message, contact) = (body.required("message"), body.optional("contact"))
        let rating = body.optional("rating", as: Int.self, expected: "a whole number or null")
        body.checkParagraphs("message", message, limit: 2000, mayBeBlank: false)
        body.checkEmail("contact", contact)
        if let rating, !(1...5).contains(rating) { body.note(.outOfRange("rating", 1...5)) }
        try body.check()
        try limit.count(caller?.id, now: request.now)
        return .object(
            [
                "id": "f-\(backend.nextNumber())", "created_at": Timestamp(request.now).description,
                "author_id": caller?.id ?? NSNull(),
            ], status: .created)
    }
}
