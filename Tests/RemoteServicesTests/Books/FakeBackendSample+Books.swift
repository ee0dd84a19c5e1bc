import HTTPTypes

extension FakeBackendSample {
    static let books = [
        FakeBackendSample(method: .get, path: "/books/?search=iliad"),
        FakeBackendSample(method: .get, path: "/books/?page=0"),
        FakeBackendSample(method: .get, path: "/books/6130/"),
        FakeBackendSample(method: .get, path: "/books/999999999/"),
        FakeBackendSample(method: .get, path: "/books/x/"),
    ]
}
