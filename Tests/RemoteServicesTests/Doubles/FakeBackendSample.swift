import HTTPTypes

/// A request that a ``FakeBackend`` and the real backend must respond to in the same way.
struct FakeBackendSample: Sendable {
    enum Caller { case guest, member, admin }

    let method: HTTPRequest.Method
    let path: String
    var caller = Caller.guest
    var body: String?
    /// Whether both backends have as many items.
    var hasSameTotal = true
    /// The key paths of further values that must be equal.
    var sameValues: [String] = []

    static let neutral = [
        FakeBackendSample(method: .get, path: "/v2/health"),
        FakeBackendSample(method: .get, path: "/v2/nothing"),
        FakeBackendSample(method: .get, path: "/v2/users/me"),
        FakeBackendSample(method: .get, path: "/v2/users/me", caller: .member),
        FakeBackendSample(
            method: .post, path: "/v2/auth/login", body: #"{"email": "ada@example.com", "password": "wrong"}"#),
        FakeBackendSample(method: .post, path: "/v2/auth/login", body: #"{"password": null}"#),
        FakeBackendSample(method: .post, path: "/v2/auth/refresh", body: #"{"refresh_token": "unknown"}"#),
    ]
}
