import BackendLauncher
import ContractSuites
import Foundation
import HTTPTypes
import Models
import NIOTransport
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

struct FakeBackendTests {
    private struct Sample: Sendable {
        enum Caller { case guest, member, admin }

        let method: HTTPRequest.Method
        let path: String
        var caller = Caller.guest
        var body: String?
    }

    private static let samples = [
        Sample(method: .get, path: "/v2/health"),
        Sample(method: .get, path: "/v2/nothing"),
        Sample(method: .get, path: "/v2/users/me"),
        Sample(method: .get, path: "/v2/users/me", caller: .member),
        Sample(method: .get, path: "/v2/users/u-alan", caller: .member),
        Sample(method: .get, path: "/v2/users/u-alan", caller: .admin),
        Sample(method: .get, path: "/v2/users", caller: .member),
        Sample(method: .get, path: "/v2/users?per_page=3&page=2", caller: .admin),
        Sample(method: .get, path: "/v2/users?per_page=0&page=x", caller: .admin),
        Sample(method: .post, path: "/v2/users", caller: .admin, body: #"{"name": "", "email": "?", "role": "king"}"#),
        Sample(method: .post, path: "/v2/users", caller: .admin, body: #"{"name": "Joan", "email": "j@example.com"}"#),
        Sample(method: .put, path: "/v2/users/u-grace", caller: .member, body: #"{"name": 1}"#),
        Sample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"email": "ADA@example.com"}"#),
        Sample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"description": "a\u0007"}"#),
        Sample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: #"{"description": null}"#),
        Sample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: "[]"),
        Sample(method: .patch, path: "/v2/users/u-grace", caller: .member, body: "{"),
        Sample(method: .post, path: "/v2/auth/login", body: #"{"email": "ada@example.com", "password": "wrong"}"#),
        Sample(method: .post, path: "/v2/auth/login", body: #"{"password": null}"#),
        Sample(method: .post, path: "/v2/auth/refresh", body: #"{"refresh_token": "unknown"}"#),
        Sample(method: .get, path: "/v2/users/u-grace/avatar", caller: .member),
        Sample(method: .post, path: "/v2/users/u-grace/avatar", caller: .member, body: "{}"),
        Sample(method: .get, path: "/v2/products?per_page=2&page=2"),
        Sample(method: .get, path: "/v2/products?per_page=0&page=x"),
        Sample(method: .get, path: "/v2/products/p-nanosecond"),
        Sample(method: .get, path: "/books/?search=iliad"), Sample(method: .get, path: "/books/?page=0"),
        Sample(method: .get, path: "/books/6130/"), Sample(method: .get, path: "/books/999999999/"),
        Sample(method: .get, path: "/books/x/"),
        Sample(method: .post, path: "/v2/products", caller: .member, body: "{}"),
        Sample(method: .post, path: "/v2/products", caller: .admin, body: #"{"sku": "a", "price": {"amount": "x"}}"#),
        Sample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CABLE", "price": {"amount": "1.234", "currency": "EUR"}}"#),
        Sample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CORE-4K", "price": {"amount": "1.2", "currency": "EUR"}}"#),
        Sample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CABLE", "price": {"amount": "1.2", "currency": "EUR"}}"#),
        Sample(method: .delete, path: "/v2/products/p-core-4k", caller: .admin),
        Sample(method: .post, path: "/v2/feedback", body: #"{"message": " ", "contact": "?", "rating": 6}"#),
        Sample(method: .post, path: "/v2/feedback", body: #"{"message": "Hi", "rating": 5}"#),
        Sample(method: .post, path: "/v2/feedback", caller: .member, body: #"{"message": "Hi"}"#),
        Sample(method: .delete, path: "/v2/users/u-ada", caller: .member),
        Sample(method: .delete, path: "/v2/users/u-tony", caller: .admin),
    ]

    /// One message more than the limit, together with that among the samples.
    private static let messages = Array(
        repeating: Sample(method: .post, path: "/v2/feedback", body: #"{"message": "Hi"}"#), count: 20)

    @Test("every route responds as the real backend does: status, keys, error codes and invalid fields")
    func likeTheRealBackend() async throws {
        let fake = try await responses(of: FakeBackend(), at: "backend.test")
        try await BackendLauncher.run { backend in
            let authority = "\(backend.url.host() ?? ""):\(backend.url.port ?? 80)"
            let real = try await NIOTransport.withTransport { try await responses(of: $0, at: authority) }
            for (sample, pair) in zip(Self.samples + Self.messages, zip(fake, real)) {
                #expect(pair.0 == pair.1, "\(sample.method) \(sample.path) \(sample.body ?? "")")
            }
        }
    }

    @Test("an access token expires, and a reused refresh token ends the session")
    func tokens() async throws {
        let clock = ManualClock()
        let services = try FakeBackend(time: clock).services()
        let account = try await services.auth.login(
            Credentials(email: EmailAddress("grace@example.com"), password: Secret("nanosecond-wire")))
        let first = try #require(try await services.stores.authSessions.load())
        clock.advance(by: .seconds(15 * 60))
        #expect(try await services.users(of: account).me().id == account.id)
        #expect(try await services.stores.authSessions.load()?.credential != first.credential)

        // A thief, or a process whose store was restored from a backup, uses the first token again.
        try await services.stores.authSessions.save(first)
        let thief = try #require(try await services.auth.restore())
        await expectFailure(.loggedOut) { try await services.auth.refresh(thief) }
        await expectFailure(.loggedOut) { try await services.users(of: account).me() }
    }

    @Test("the limit of feedback ends 10 minutes after the first message")
    func feedbackLimit() async throws {
        let clock = ManualClock()
        let feedback = try FakeBackend(time: clock).services().feedback
        let message = try FeedbackMessage("Hello.")
        for _ in 1...20 { _ = try await feedback.send(message) }
        clock.advance(by: .seconds(599))
        let error = await expectFailure(.network) { try await feedback.send(message) }
        #expect(error?.failure?.kind == .rateLimited(retryAfter: .seconds(1)))
        clock.advance(by: .seconds(1))
        _ = try await feedback.send(message)
    }

    /// A summary of each response, in the samples' order.
    private func responses(of transport: any Transport, at authority: String) async throws -> [[String]] {
        func send(_ sample: Sample, token: String?) async throws -> (ServerResponse, [String: Any]) {
            var request = HTTPRequest(
                method: sample.method, scheme: "http", authority: authority, path: sample.path,
                headerFields: sample.body == nil ? [:] : [.contentType: "application/json"])
            request.headerFields[.authorization] = token.map { "Bearer \($0)" }
            let body = sample.body.map { RequestBody.data(Data($0.utf8)) } ?? .empty
            let response = try await transport.send(request, body: body)
            let bytes = try await response.body.collect(upTo: 100_000)
            let json = bytes.isEmpty ? [:] : try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            return (response, json ?? [:])
        }
        func token(_ email: String, _ password: String) async throws -> String? {
            let body = #"{"email": "\#(email)", "password": "\#(password)"}"#
            let login = try await send(Sample(method: .post, path: "/v2/auth/login", body: body), token: nil)
            return login.1["access_token"] as? String
        }
        let admin = try await token("ada@example.com", "analytical-engine")
        let member = try await token("grace@example.com", "nanosecond-wire")
        var summaries: [[String]] = []
        for sample in Self.samples + Self.messages {
            let tokens: [Sample.Caller: String] = [.admin: admin ?? "", .member: member ?? ""]
            let (response, json) = try await send(sample, token: tokens[sample.caller])
            let errors = (json["errors"] as? [[String: Any]] ?? []).map { error in
                ["field", "code", "message"].map { "\(error[$0] ?? "")" }.joined(separator: "/")
            }
            let items = json["items"] as? [[String: Any]] ?? []
            // FakeBackend has fewer products.
            let total = sample.path.hasPrefix("/v2/products") ? nil : json["total"]
            let fields = response.head.headerFields
            summaries.append(
                [
                    "\(response.head.status.code)", fields[.contentType] ?? "", fields[.wwwAuthenticate] ?? "",
                    "\(fields[.retryAfter] != nil)",
                    "\(json["code"] ?? "")", "\(json["detail"] ?? "")", "\(json["name"] ?? "")",
                    "\(json["page"] ?? "")", "\(json["per_page"] ?? "")", "\(total ?? "")",
                    "\(items.map { $0.keys.sorted() })",
                    "\((json["price"] as? [String: Any])?["amount"] ?? "")", "\(json["author_id"] ?? "")",
                ] + json.keys.sorted() + errors.sorted())
        }
        return summaries
    }
}
