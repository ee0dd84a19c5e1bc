import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Synchronization
import Testing

extension TransportContract {
    static var requestClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("every method arrives unchanged") { subject in
                subject.server.respond { .text($0.head.method.rawValue) }
                let purge = try #require(HTTPRequest.Method("PURGE"))
                for method: HTTPRequest.Method in [.get, .post, .put, .patch, .delete, .options, purge] {
                    try await subject.send(method).expectText(method.rawValue)
                }
            },
            ContractClause("path and query arrive byte for byte") { subject in
                subject.server.respond { .text($0.head.path ?? "") }
                for path in ["/", "/a%2Fb/..%2Fc", "//two", "/a?x=a%20b&x=%5B%5D&empty=&none", "/?", "/%E2%82%AC;v=1/"]
                {
                    try await subject.get(path).expectText(path)
                }
            },
            ContractClause("request header fields arrive with their values, and duplicates in order") { subject in
                let name = try #require(HTTPField.Name("X-Tag"))
                subject.server.respond { .text($0.head.headerFields[values: name].joined(separator: "|")) }
                var fields: HTTPFields = [.accept: "application/json"]
                fields[values: name] = ["first", "second, with a comma", "\"third\""]
                try await subject.send(fields: fields).expectText("first|second, with a comma|\"third\"")
            },
            ContractClause("a cookie that a response sets is not sent with the next request") { subject in
                subject.server.respond { request in
                    .data(
                        Data((request.head.headerFields[.cookie] ?? "none").utf8),
                        fields: [.setCookie: "session=secret; Path=/"])
                }
                _ = try await subject.get().text
                try await subject.get().expectText("none")
            },
        ]
    }

    static var requestBodyClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a body in memory arrives complete, whatever its size") { subject in
                subject.server.respond { .text("\($0.body.count) \($0.body.checksum)") }
                for count in [0, 1, 65_536, 5 * 1024 * 1024 + 1] {
                    let body = Data.pattern(count)
                    try await subject.send(.put, body: .data(body)).expectText("\(count) \(body.checksum)")
                }
            },
            ContractClause("a streamed body arrives complete, with a known or unknown length") { subject in
                subject.server.respond { .text("\($0.body.count) \($0.body.checksum)") }
                let pieces = [Data.pattern(1), Data.pattern(70_000), Data(), Data.pattern(4_096)]
                let whole = pieces.reduce(Data(), +)
                for length in [Int64(whole.count), nil] {
                    let opened = Mutex(0)
                    let body = RequestBody.Streamed(length: length, isReplayable: true) {
                        opened.withLock { $0 += 1 }
                        return ByteStream(chunks: pieces)
                    }
                    try await subject.send(.put, body: .stream(body)).expectText("\(whole.count) \(whole.checksum)")
                    #expect(opened.withLock { $0 } == 1)
                }
            },
            ContractClause("a body that does not have its declared length fails the call") { subject in
                subject.server.respond { _ in .text("taken") }
                for announced: Int64 in [9, 11] {
                    let body = RequestBody.Streamed(length: announced, isReplayable: true) {
                        ByteStream(Data.pattern(10))
                    }
                    let error = await #expect(throws: TransportError.self) {
                        try await subject.send(.put, body: .stream(body)).text
                    }
                    guard case .requestBody = error else {
                        Issue.record("expected requestBody, got \(String(describing: error))")
                        return
                    }
                }
            },
            ContractClause("an error of the request body becomes the error of the call") { subject in
                subject.server.respond { _ in .text("taken") }
                let reason = TransportError.requestBody(reason: "The disk is gone.")
                let body = RequestBody.Streamed(length: 10, isReplayable: true) {
                    ByteStream(ScriptedBytes(.piece(.pattern(5)), .failure(reason)))
                }
                await #expect(throws: reason) {
                    try await subject.send(.put, body: .stream(body)).text
                }
            },
        ]
    }
}
