import HTTPTypes

extension FakeBackendSample {
    static let uploads = [
        FakeBackendSample(method: .get, path: "/v2/users/u-grace/avatar", caller: .member),
        FakeBackendSample(method: .post, path: "/v2/users/u-grace/avatar", caller: .member, body: "{}"),
    ]
}
