import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

extension TransportContract {
    static var headClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("the status arrives with any reason phrase, and without one") { subject in
                for (code, reason) in [(200, "Fine by me"), (200, ""), (201, "Created"), (299, "Odd"), (599, "")] {
                    subject.server.respond { _ in .empty(HTTPResponse.Status(code: code, reasonPhrase: reason)) }
                    // The reason phrase is not part of the contract: RFC 9112 section 4 tells clients to ignore it, and
                    // parsers do.
                    let head = try await subject.get().head
                    #expect(head.status.code == code)
                }
            },
            ContractClause("response header fields arrive with their values, and duplicates in order") { subject in
                let name = try #require(HTTPField.Name("X-Tag"))
                subject.server.respond { _ in
                    var fields: HTTPFields = [.eTag: "\"33a64df5\""]
                    fields[values: name] = ["first", "second, with a comma", ""]
                    return .empty(.ok, fields: fields)
                }
                let fields = try await subject.get().head.headerFields
                #expect(fields[.eTag] == "\"33a64df5\"")
                #expect(fields[values: name] == ["first", "second, with a comma", ""])
            },
            ContractClause("two Set-Cookie fields are not combined") { subject in
                let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/"]
                subject.server.respond { _ in
                    var fields = HTTPFields()
                    fields[values: .setCookie] = cookies
                    return .empty(.ok, fields: fields)
                }
                let fields = try await subject.get().head.headerFields
                #expect(fields[values: .setCookie] == cookies)
            },
            ContractClause("an error status is a response, not an error") { subject in
                subject.server.respond { request in
                    let code = Int(request.head.path?.dropFirst() ?? "") ?? 0
                    return .data(
                        Data("said \(code)".utf8), status: HTTPResponse.Status(code: code),
                        fields: [.wwwAuthenticate: "Basic realm=\"x\""])
                }
                for code in [400, 401, 404, 407, 408, 429, 500, 503] {
                    let response = try await subject.get("/\(code)")
                    #expect(response.head.status.code == code)
                    try await response.expectText("said \(code)")
                }
            },
            ContractClause("a redirect is not followed") { subject in
                subject.server.respond { request in
                    guard let code = Int(request.head.path?.dropFirst() ?? "") else { return .text("followed") }
                    return .empty(HTTPResponse.Status(code: code), fields: [.location: "/target"])
                }
                for code in [301, 302, 303, 307, 308] {
                    let head = try await subject.get("/\(code)").head
                    #expect(head.status.code == code)
                    #expect(head.headerFields[.location] == "/target")
                }
            },
        ]
    }

    static var bodyClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a body arrives byte for byte, whatever its size") { subject in
                for count in [0, 1, 256, 65_536, 3 * 1024 * 1024] {
                    let sent = Data.pattern(count)
                    subject.server.respond { _ in .data(sent) }
                    let body = try await subject.get().body.collect(upTo: count)
                    #expect(body == sent)
                }
            },
            ContractClause("the chunks of a body arrive in order") { subject in
                let pieces = (1...20).map { Data.pattern($0 * 1_000) }
                subject.server.respond { _ in .pieces(pieces) }
                let body = try await subject.get().body.collect(upTo: .max)
                #expect(body == pieces.reduce(Data(), +))
            },
            ContractClause("a second reader of a body gets an error, and the first one every byte") { subject in
                let (gate, begun) = (Gate(), Gate(isOpen: true))
                subject.server.respond { _ in
                    let bytes = ScriptedBytes(.piece(Data("first".utf8)), .pass(gate), .piece(Data(" last".utf8)))
                    return ServerResponse(head: HTTPResponse(status: .ok), body: .stream(ByteStream(bytes)))
                }
                let response = try await subject.get()
                let reading = Task { () async throws -> Data in
                    var body = Data()
                    for try await piece in response.body.stream {
                        body += piece
                        await begun.pass()
                    }
                    return body
                }
                await begun.waitForArrivals(1)
                await #expect(throws: TransportError.self) { try await response.text }
                gate.open()
                let body = try await reading.value
                #expect(body == Data("first last".utf8))
            },
            ContractClause("responses to HEAD and with 204 or 304 have no body") { subject in
                subject.server.respond { request in
                    let code = Int(request.head.path?.dropFirst() ?? "") ?? 200
                    let hasBody = request.head.method == .head
                    return .data(hasBody ? Data("body".utf8) : Data(), status: HTTPResponse.Status(code: code))
                }
                for request in [
                    subject.request(.head, "/200"), subject.request(.get, "/204"), subject.request(.get, "/304"),
                ] {
                    let response = try await subject.transport.send(request, body: .empty)
                    let body = try await response.body.collect(upTo: .max)
                    #expect(body.isEmpty)
                }
                // The transport must not read the next response as the missing body.
                subject.server.respond { _ in .text("next") }
                try await subject.get().expectText("next")
            },
        ]
    }
}
