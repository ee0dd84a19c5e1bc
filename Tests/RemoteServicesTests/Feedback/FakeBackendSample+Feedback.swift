import HTTPTypes
import Testing

extension FakeBackendSample {
    /// One message more than the limit of guests.
    static let feedback =
        [
            FakeBackendSample(
                method: .post, path: "/v2/feedback", body: #"{"message": " ", "contact": "?", "rating": 6}"#),
            FakeBackendSample(
                method: .post, path: "/v2/feedback", body: #"{"message": "Hi", "rating": 5}"#, sameValues: ["author_id"]
            ),
            FakeBackendSample(
                method: .post, path: "/v2/feedback", caller: .member, body: #"{"message": "Hi"}"#,
                sameValues: ["author_id"]),
        ] + messages

    private static let messages = Array(
        repeating: FakeBackendSample(method: .post, path: "/v2/feedback", body: #"{"message": "Hi"}"#), count: 20)
}

struct FakeFeedbackTests {
    @Test("FakeBackend responds about feedback as the real backend does")
    func likeTheRealBackend() async throws {
        try await expectLikeTheRealBackend(FakeBackendSample.feedback)
    }
}
