import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("Query values in logs, traces and errors")
struct PublicQueryTests {
    /// Sends one GET with a query and returns all text about it: events, the error, the cURL command.
    private func texts(
        showing names: PublicQueryNames, location: String? = nil
    ) async throws -> [String] {
        let (monitor, lines) = (MockEventMonitor(), LineRecorder())
        let server = FakeTransport { request in
            guard let location, request.head.path?.hasPrefix("/items") == true else { return .empty(.notFound) }
            return .empty(.found, fields: [.location: location])
        }
        let client = try Client.fixture(
            transport: server, interceptors: [RedirectInterceptor(), CURLInterceptor(report: lines.add)],
            monitor: monitor, publicQueryNames: names)
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/items",
            query: [QueryItem("page", "2"), QueryItem("page[size]", "50"), QueryItem("q", "canary-search")],
            response: .json)
        let error = await #expect(throws: NetworkError.self) {
            try await client.session(for: TestGuest.self).send(endpoint)
        }
        return monitor.events.map(\.kind.message) + lines.all + [error?.metadata.url ?? "", "\(error as Any)"]
    }

    /// The text with the variables of a cURL command as redacted values.
    private static func withoutVariables(_ text: String) -> String {
        text.replacing(/'"\$\{QUERY_[A-Z0-9_]+:\?\}"'?/, with: "‹redacted›")
    }

    @Test(
        "query values are shown for the names that the client marks as public, and for no others",
        arguments: [
            ([], "?page=‹redacted›&page%5Bsize%5D=‹redacted›&q=‹redacted›"),
            (["page", "page[size]"], "?page=2&page%5Bsize%5D=50&q=‹redacted›"),
        ] as [(PublicQueryNames, String)])
    func shown(names: PublicQueryNames, query: String) async throws {
        let texts = try await texts(showing: names).filter { $0.contains("?") }.map(Self.withoutVariables)
        #expect(texts.count >= 4, "started, cURL command, error and its URL")
        for text in texts { #expect(text.contains(query), "\(text)") }
    }

    @Test(
        "a developer may show all values except those whose name suggests a secret",
        arguments: [
            ("page", true), ("q", true), ("cursor", true), ("keyword", true), ("sort_key_order", true),
            ("access_token", false), ("X-Amz-Signature", false), ("sig", false), ("api-key", false), ("KEY", false),
            ("app_key", false), ("auth_key", false), ("consumer_key", false), ("passphrase", false),
            ("passcode", false),
            ("client_secret", false), ("code", false), ("sessionid", false), ("password", false),
        ])
    func allExceptSecrets(name: String, isShown: Bool) {
        let names = PublicQueryNames.allExceptSecrets
        #expect(names.contains(name) == isShown)
        #expect(!names.except(name).contains(name))
        #expect(!names.except(name).union([name]).contains(name))
        #expect(PublicQueryNames([name]).contains(name), "a name that the app marks itself")
    }

    @Test("query values stay redacted on a redirect to another origin, where the same name may have another meaning")
    func otherOrigin() async throws {
        let texts = try await texts(showing: ["page"], location: "https://login.example.net/start?page=canary-state")
        #expect(texts.contains { $0.contains("login.example.net/start?page=‹redacted›") })
        #expect(!texts.contains { $0.contains("canary") })
        let home = try await self.texts(showing: ["page"], location: "/other?page=3")
        #expect(home.contains { $0.contains("api.example.com/other?page=3") })
    }
}
