import ContractSuites
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("cURL commands", .failsOnUnexpectedCalls)
struct CURLCommandTests {
    private func call(_ change: (inout Call) -> Void) throws -> Call {
        var call = try Call.fixture()
        change(&call)
        return call
    }

    @Test("a cURL command can be pasted into a shell, whatever the request contains")
    func quoting() async throws {
        let call = try call { call in
            call.request.method = .put
            call.request.headerFields[.userAgent] = #"it's "$HOME" `id` \"#
            call.request.path = "/a'b"
        }
        #expect(
            CURLCommand(call).text
                == #"curl --request PUT --header 'User-Agent: it'\''s "$HOME" `id` \' 'https://api.example.com/a'\''b'"#
        )
    }

    @Test("a cURL command has no control characters")
    func controlCharacters() throws {
        let call = try call { call in
            // HTTPTypes accepts C1 controls, and U+009B begins an escape sequence by itself.
            call.request.headerFields[.userAgent] = "example\u{9B}2J"
            call.request.path = "/a\u{9B}2J?na\u{8D}me=1"
            call.request.authority = "api.example.com\u{9B}c"
        }
        let text = CURLCommand(call).text
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(text.contains("'User-Agent: example\u{FFFD}2J'"))
        #expect(text.contains("'https://api.example.com\u{FFFD}c/a\u{FFFD}2J?na\u{FFFD}me=‹redacted›'"))
    }

    @Test("a cURL command shows no possible secret: no unknown header field, query value or body")
    func secrets() throws {
        let secret = Canary("curl").text
        let call = try call { call in
            call.request.path = "/items?token=\(secret)&page=\(secret)"
            for name in ["Authorization", "Cookie", "X-Api-Key", "X-Anything", "Proxy-Authorization"] {
                if let name = HTTPField.Name(name) { call.request.headerFields[name] = secret }
            }
            call.request.headerFields[.accept] = "application/json"
            call.body = .data(Data(secret.utf8))
        }
        let text = CURLCommand(call).text
        #expect(!text.contains("canary"))
        #expect(text.contains("'Accept: application/json'"))
        #expect(text.contains("'Authorization: ‹redacted›'"))
        #expect(text.contains("‹body, \(secret.utf8.count) bytes›"))
    }

    @Test("the monitor receives a redacted cURL command of each signed attempt")
    func attempts() async throws {
        let lines = LineRecorder()
        let credentialProvider = try CredentialProvider.fixture(refresher: MockCredentialRefresher(.fixture(2)))
        let server = FakeTransport { request in
            request.head.headerFields[.authorization] == "Bearer access-2"
                ? .json(#"{"name":"pen"}"#) : .empty(.unauthorized)
        }
        let client = try Client.fixture(
            transport: server, interceptors: [AuthenticationInterceptor(), CURLInterceptor(report: lines.add)])
        _ = try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
            .item)
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.contains("'Authorization: ‹redacted›'") && !$0.contains("access-") })
    }
}
