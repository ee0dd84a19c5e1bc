import ContractSuites
import Foundation
import HTTPTypes
import InProcessBackend
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

struct FakeBackendTests {
    @Test("every route of an account responds as the real backend does")
    func accounts() async throws {
        try await expectLikeTheRealBackend(
            FakeBackendSample.neutral + FakeBackendSample.uploads + FakeBackendSample.users)
    }

    @Test("an access token expires, and a reused refresh token ends the session")
    func tokens() async throws {
        let clock = ManualClock()
        let services = try FakeBackend(time: clock).services()
        let account = try await services.auth.login(
            Credentials(email: EmailAddress("grace@example.com"), password: Secret("nanosecond-wire")))
        let first = try #require(try await services.stores.authSessions.load())
        clock.advance(by: .seconds(15 * 60))
        #expect(try await services.sessions.ownID(of: account, on: services.client) == account.id)
        #expect(try await services.stores.authSessions.load()?.credential != first.credential)

        // A thief, or a process whose store was restored from a backup, uses the first token again.
        try await services.stores.authSessions.save(first)
        let thief = try #require(try await services.auth.restore())
        await expectFailure(.loggedOut) { try await services.auth.refresh(thief) }
        await expectFailure(.loggedOut) {
            try await services.sessions.ownID(of: account, on: services.client)
        }
    }
}

/// Expects FakeBackend to respond to the samples, in this order, as the real backend does: with the same status, keys, error
/// codes and invalid fields.
func expectLikeTheRealBackend(_ samples: [FakeBackendSample]) async throws {
    let comparison = Comparison(samples: samples)
    let fake = try await comparison.responses(of: FakeBackend(), at: "backend.test")
    try await InProcessBackend.run { _, transport in
        let real = try await comparison.responses(of: transport, at: transport.authority)
        for (sample, pair) in zip(samples, zip(fake, real)) {
            #expect(pair.0 == pair.1, "\(sample.method) \(sample.path) \(sample.body ?? "")")
        }
    }
}

private struct Comparison: Sendable {
    let samples: [FakeBackendSample]

    /// A summary of each response, in the samples' order.
    func responses(of transport: any Transport, at authority: String) async throws -> [[String]] {
        func send(_ sample: FakeBackendSample, token: String?) async throws -> (ServerResponse, [String: Any]) {
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
            let login = try await send(FakeBackendSample(method: .post, path: "/v2/auth/login", body: body), token: nil)
            return login.1["access_token"] as? String
        }
        let admin = try await token("ada@example.com", "analytical-engine")
        let member = try await token("grace@example.com", "nanosecond-wire")
        var summaries: [[String]] = []
        for sample in samples {
            let tokens: [FakeBackendSample.Caller: String] = [.admin: admin ?? "", .member: member ?? ""]
            let (response, json) = try await send(sample, token: tokens[sample.caller])
            let errors = (json["errors"] as? [[String: Any]] ?? []).map { error in
                ["field", "code", "message"].map { "\(error[$0] ?? "")" }.joined(separator: "/")
            }
            let items = json["items"] as? [[String: Any]] ?? []
            let total = sample.hasSameTotal ? json["total"] : nil
            let fields = response.head.headerFields
            summaries.append(
                [
                    "\(response.head.status.code)", fields[.contentType] ?? "", fields[.wwwAuthenticate] ?? "",
                    "\(fields[.retryAfter] != nil)",
                    "\(json["code"] ?? "")", "\(json["detail"] ?? "")", "\(json["name"] ?? "")",
                    "\(json["page"] ?? "")", "\(json["per_page"] ?? "")", "\(total ?? "")",
                    "\(items.map { $0.keys.sorted() })",
                ] + sample.sameValues.map { "\(Self.value(at: $0, in: json) ?? "")" }
                    + json.keys.sorted()
                    + errors.sorted())
        }
        return summaries
    }

    private static func value(at path: String, in json: [String: Any]) -> Any? {
        path.split(separator: ".").reduce(json as Any?) { value, key in (value as? [String: Any])?[String(key)] }
    }
}
