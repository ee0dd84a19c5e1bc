import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("cURL commands", .failsOnUnexpectedCalls)
struct CURLCommandTests {
    private func call(_ change: (inout Call) -> Void) throws -> Call {
        var call = try Call.fixture()
        change(&call)
        return call
    }

    @Test("a cURL command has the method of a request with a body, and the files of certificates and keys")
    func methodAndAuthorities() throws {
        for method in [HTTPRequest.Method.get, .head] {
            let call = try call { call in
                call.request.method = method
                call.body = .data(Data("{}".utf8))
            }
            var files = CURLCommand.Files()
            (files.authorities, files.certificate, files.certificateKey) = ("/my roots.pem", "/c.pem", "/k.pem")
            let text = CURLCommand(call, files: files).text
            #expect(text.hasPrefix("curl --request \(method.rawValue) ") && !text.contains("--head "))
            #expect(text.contains(" --cacert '/my roots.pem' --cert '/c.pem' --key '/k.pem' "))
        }
        #expect(CURLCommand(try call { $0.request.method = .head }).text.hasPrefix("curl --head "))
    }

    @Test("a cURL command has no control characters")
    func controlCharacters() throws {
        let call = try call { call in
            // HTTPTypes accepts C1 controls, and U+009B begins an escape sequence by itself.
            call.request.headerFields[.userAgent] = "example\u{9B}2J"
            call.request.path = "/a\u{9B}2J?na\u{8D}me=1&\u{202E}x=2"
            call.request.authority = "api.example.com\u{9B}c"
        }
        let text = CURLCommand(call).text
        #expect(
            !text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl })
        #expect(text.contains(#"'User-Agent: example'"$(printf '\302\233')"'2J'"#))
    }

    @Test(
        "a secret under the name of a harmless field is not shown",
        arguments: ["User-Agent", "Accept", "X-Request-Id", "Content-Type"])
    func harmlessNames(name: String) async throws {
        let (secret, lines) = (Canary("key"), LineRecorder())
        let server = MockTransport(over: FakeTransport { _ in .empty(.noContent) })
        let client = try Client.fixture(
            transport: LoggingTransport(server, report: lines.add),
            interceptors: [
                try APIKeyInterceptor(secret.secret, in: .header(name), for: APIEnvironment.fixture().origin),
                CURLInterceptor(report: lines.add),
            ])
        try await client.session(for: TestGuest.self).send(Endpoint<TestGuest, Void>(.get, "/", response: .nothing))
        #expect(server.calls.map { $0.request.headerFields.contains { secret.isFound(in: $0.value) } } == [true])
        #expect(!secret.isFound(in: lines.all.joined()), "\(lines.all)")
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
            call.request.headerFields[.contentType] = "text/csv; note=\(secret)"
            call.body = .data(Data(secret.utf8))
        }
        let text = CURLCommand(call).text
        #expect(!text.contains("canary"))
        #expect(text.contains("'Accept: application/json'"))
        #expect(text.contains(#"'Authorization: '"${HEADER_AUTHORIZATION:?}""#))
        #expect(text.contains(#"'Content-Type: '"${HEADER_CONTENT_TYPE:?}""#))
        #expect(text.contains(#"'@'"${BODY_FILE:?}""#))
    }

    @Test(
        "a shell gives cURL the very request with the values of its variables, and refuses it if one is missing",
        arguments: shells)
    func runnable(shell: String) async throws {
        let call = try call { call in
            call.request.method = .post
            call.request.path = "/a'b/./{b}?q=hidden&x&q=1&q_2=3"
            call.request.headerFields[.authorization] = "hidden"
            call.request.headerFields[.contentLength] = "6"
            call.body = .data(Data("hidden".utf8))
            call.request.headerFields[.userAgent] = "a\tb\u{9B}c it's \"$HOME\" `id` \\n %s ! é\u{202E} \\"
            if let name = HTTPField.Name("X-Empty") { call.request.headerFields[name] = "" }
        }
        // `printf` in place of cURL prints each argument on a line.
        let script = "curl() { printf '%s\\n' \"$@\"; }; " + CURLCommand(call).text
        let values = [
            "HEADER_AUTHORIZATION": "Bearer a b", "QUERY_Q": "t$1", "QUERY_2": "'x'", "QUERY_Q_2": "u",
            "QUERY_Q_2_2": "", "BODY_FILE": "my body.json",
        ]
        let run = try await Self.shell(script, values, shell)
        #expect(run.status == 0)
        #expect(
            run.output == """
                --request
                POST
                --header
                Authorization: Bearer a b
                --header
                User-Agent: a\tb\u{9B}c it's "$HOME" `id` \\n %s ! é\u{202E} \\
                --header
                X-Empty;
                --header
                Content-Type:
                --data-binary
                @my body.json
                --globoff
                --path-as-is
                https://api.example.com/a'b/./{b}?q=t$1&'x'&q=u&q_2=

                """)
        for name in values.keys {
            let missing = try await Self.shell(script, values.filter { $0.key != name }, shell)
            #expect(missing.status != 0 && missing.output.isEmpty, "\(name)")
        }
    }

    /// Those that this machine has.
    private static let shells = ["sh", "bash", "dash"].filter {
        FileManager.default.isExecutableFile(atPath: "/bin/\($0)")
    }

    private static func shell(
        _ script: String, _ variables: [String: String], _ shell: String
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/\(shell)")
        process.arguments = ["-c", script]
        process.environment = variables
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        let (endings, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        // Its output fits into the pipe.
        for await status in endings {
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            return (status, String(decoding: bytes, as: UTF8.self))
        }
        throw CancellationError()
    }
}

@Suite("Logged header fields", .failsOnUnexpectedCalls)
struct LoggingTransportTests {
    @Test("fields are logged as they are sent and received, without the values of those that may be secret")
    func fields() async throws {
        let secret = Canary("fields").text
        let lines = LineRecorder()
        let server = FakeTransport { _ in
            .data(
                Data(), fields: [.contentType: "text/plain", .setCookie: "id=\(secret)", .location: "/?code=\(secret)"])
        }
        let transport = LoggingTransport(server, report: lines.add)
        var request = HTTPRequest(
            method: .get, scheme: "https", authority: "api.example.com", path: "/items?q=\(secret)",
            headerFields: [.accept: "application/json", .authorization: "Bearer \(secret)"])
        _ = try await transport.send(request, body: .empty, on: ExchangeOptions(.buffered(limit: 10)))
        #expect(lines.all.count == 2 && !lines.all.joined().contains("canary"))
        #expect(
            lines.all.first == """
                > GET https://api.example.com/items?q=‹redacted›
                > Accept: application/json
                > Authorization: ‹redacted›
                """)
        let response = try #require(lines.all.last).split(separator: "\n")
        #expect(response.first == "< 200 OK")
        #expect(response.contains("< Content-Type: text/plain") && response.contains("< Set-Cookie: ‹redacted›"))
        request.method = .head
        request.headerFields[.contentType] = "text/html; charset=\(secret)"
        _ = try await transport.send(request, body: .empty)
        #expect(lines.all.count == 4 && !lines.all.joined().contains("canary"))
        #expect(lines.all[2].hasSuffix("\n> Content-Type: text/html; ‹redacted›"))
    }
}
