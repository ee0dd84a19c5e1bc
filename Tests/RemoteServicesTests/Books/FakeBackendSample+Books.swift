import HTTPTypes
import Testing

extension FakeBackendSample {
    static let books = [
        FakeBackendSample(method: .get, path: "/books/?search=iliad"),
        FakeBackendSample(method: .get, path: "/books/?page=0"),
        FakeBackendSample(method: .get, path: "/books/6130/"),
        FakeBackendSample(method: .get, path: "/books/999999999/"),
        FakeBackendSample(method: .get, path: "/books/x/"),
    ]
}

struct FakeBooksTests {
    @Test("FakeBackend responds about books as the real backend does")
    func likeTheRealBackend() async throws {
        try await expectLikeTheRealBackend(FakeBackendSample.books)
    }
}
