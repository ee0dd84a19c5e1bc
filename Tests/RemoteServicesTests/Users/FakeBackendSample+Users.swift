import HTTPTypes

extension FakeBackendSample {
    static let users = [
        FakeBackendSample(method: .get, path: "/v2/users/u-alan", caller: .member),
        FakeBackendSample(method: .get, path: "/v2/users/u-alan", caller: .admin),
        FakeBackendSample(method: .get, path: "/v2/users", caller: .member),
        FakeBackendSample(method: .get, path: "/v2/users?per_page=3&page=2", caller: .admin),
        FakeBackendSample(method: .get, path: "/v2/users?per_page=0&page=x", caller: .admin),
        FakeBackendSample(
            method: .post, path: "/v2/users", caller: .admin, body: #"{"name": "", "email": "?", "role": "king"}"#),
        FakeBackendSample(
            method: .post, path: "/v2/users", caller: .admin, body: #"{"name": "Joan", "email": "j@example.com"}"#),
        FakeBackendSample(method: .put, path: "/v2/users/u-grace", caller: .member, body: #"{"name": 1}"#),
        FakeBackendSample(
            method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"email": "ADA@example.com"}"#),
        FakeBackendSample(
            method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"description": "a\u0007"}"#),
        FakeBackendSample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"description": null}"#),
        FakeBackendSample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: "[]"),
        FakeBackendSample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: "{"),
        FakeBackendSample(method: .delete, path: "/v2/users/u-ada", caller: .member),
        FakeBackendSample(method: .delete, path: "/v2/users/u-tony", caller: .admin),
    ]
}
