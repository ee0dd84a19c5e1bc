import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension WireContract {
    static var requestClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("the Host field occurs once and contains the authority") { subject in
                let request = try await subject.received(.get)
                #expect(request.line == "GET / HTTP/1.1")
                #expect(request.values("Host") == [subject.server.authority])
            },
            ContractClause("cookies are sent in one field") { subject in
                let request = try await subject.received(.get, fields: [.cookie: "a=1; b=2"])
                #expect(request.values("Cookie") == ["a=1; b=2"])
            },
            ContractClause("requests accept gzip unless they have their own Accept-Encoding or a range") { subject in
                let plain = try await subject.received(.get)
                #expect(plain.values("Accept-Encoding").joined(separator: ",").contains("gzip"))
                let own = try await subject.received(.get, fields: [.acceptEncoding: "identity"])
                #expect(own.values("Accept-Encoding") == ["identity"])
                let range = try await subject.received(.get, fields: [.range: "bytes=10-"])
                #expect(!range.values("Accept-Encoding").joined().contains("gzip"))
            },
            ContractClause("a body of known length has a Content-Length") { subject in
                let stream = RequestBody.Streamed(length: 10, isReplayable: true) { ByteStream(Data.pattern(10)) }
                for body in [RequestBody.data(Data.pattern(10)), .stream(stream)] {
                    let request = try await subject.received(.put, body: body)
                    #expect(request.values("Content-Length") == ["10"])
                    #expect(request.values("Transfer-Encoding").isEmpty)
                    #expect(request.body == Data.pattern(10))
                }
            },
            ContractClause("a body of unknown length is sent in chunks") { subject in
                let stream = RequestBody.Streamed(length: nil, isReplayable: true) { ByteStream(Data.pattern(10)) }
                let request = try await subject.received(.put, body: .stream(stream))
                #expect(request.values("Transfer-Encoding") == ["chunked"])
                #expect(request.values("Content-Length").isEmpty)
                #expect(request.body == Data.pattern(10))
            },
            ContractClause("a request without a body has Content-Length 0 only if its method expects a body") {
                subject in
                for method: HTTPRequest.Method in [.post, .put, .patch] {
                    let request = try await subject.received(method)
                    #expect(request.values("Content-Length") == ["0"])
                }
                for method: HTTPRequest.Method in [.get, .delete] {
                    let request = try await subject.received(method)
                    #expect(request.values("Content-Length").isEmpty)
                    #expect(request.values("Transfer-Encoding").isEmpty)
                }
            },
        ]
    }
}
