import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Response validation")
struct ResponseTests {
    private func send<Value>(
        _ decoding: ResponseDecoding<Value>, responding response: ServerResponse
    ) async throws(NetworkError) -> Value {
        let client: Client
        do {
            client = try Client.fixture(transport: FakeTransport { _ in response })
        } catch {
            throw .fixture(.invalidRequest(reason: "\(error)"))
        }
        return try await client.session(for: TestGuest.self).send(
            Endpoint<TestGuest, Value>(.get, "/item", response: decoding))
    }

    @Test("a response value can be in an envelope with other members")
    func envelope() async throws {
        let response = ServerResponse.json(#"{"data":{"name":"pen"},"meta":{"page":1}}"#)
        #expect(try await send(.enveloped, responding: response) == Item(name: "pen"))
        #expect(try await send(.enveloped(Item.self) { $0.name.count }, responding: response) == 3)
    }

    @Test(
        "a response without its envelope is a decoding error",
        arguments: [(#"{"name":"pen"}"#, "data"), (#"{"data":null}"#, "data"), (#"{"data":{}}"#, "data.name")])
    func bare(body: String, path: String) async throws {
        do throws(NetworkError) {
            let item: Item = try await send(.enveloped, responding: .json(body))
            Issue.record("understood as \(item)")
        } catch {
            guard case .decoding(let failure) = error.cause else {
                Issue.record("expected a decoding error, got \(error)")
                return
            }
            #expect(failure.path == path)
        }
    }

    @Test(
        "a response of another media type is rejected, even if its body could be decoded",
        arguments: [
            ("text/html; charset=utf-8", "text/html"), ("TEXT/HTML", "text/html"), ("text/plain", "text/plain"),
            ("application/xml", "application/xml"), ("application/jsonp", "application/jsonp"),
        ])
    func otherType(type: String, received: String) async throws {
        let error = await expectError(.unexpectedMedia(received: received)) {
            let item: Item = try await send(.json, responding: .text(#"{"name":"pen"}"#, as: type))
            return item
        }
        #expect(error?.isRetryable == false)
    }

    @Test(
        "a response is decoded if its media type is JSON or missing",
        arguments: [
            "application/json", "Application/JSON;charset=utf-8", "application/hal+json", "application/problem+json",
            "text/json", "", "json", "application / json", "/", "a/b/c",
        ])
    func sameType(type: String) async throws {
        let item: Item = try await send(.json, responding: .text(#"{"name":"pen"}"#, as: type))
        #expect(item == Item(name: "pen"))
        let untyped: Item = try await send(.json, responding: .data(Data(#"{"name":"pen"}"#.utf8)))
        #expect(untyped == Item(name: "pen"))
    }

    @Test("an endpoint without a response type accepts any media type")
    func noPromise() async throws {
        let page = ServerResponse.text("<p>", as: "text/html")
        #expect(try await send(.data, responding: page) == Data("<p>".utf8))
        try await send(.nothing, responding: page)
        #expect(try await send(ResponseDecoding(accept: nil) { data, _ in data.count }, responding: page) == 3)
    }

    @Test(
        "an envelope that contains an error fails with the server's code and message, whatever the status",
        arguments: [200, 422])
    func envelopedError(status: Int) async throws {
        let body = #"{"data":null,"error":{"code":"out_of_ink","message":"The pen is empty."}}"#
        let failure = HTTPFailure(status: status, code: "out_of_ink", message: "The pen is empty.")
        let error = await expectError(.status(failure)) {
            let item: Item = try await send(
                .enveloped, responding: .json(body, status: HTTPResponse.Status(code: status)))
            return item
        }
        #expect(error?.userMessage == "The pen is empty.")
        #expect(error?.isRetryable == false)
    }

    @Test("an envelope with data is decoded, even if it has an error too")
    func envelopeWithBoth() async throws {
        let response = ServerResponse.json(#"{"data":{"name":"pen"},"error":{"code":"low_ink"}}"#)
        #expect(try await send(.enveloped, responding: response) == Item(name: "pen"))
    }

    @Test("an endpoint can accept statuses other than 200 to 299, and then refuses those")
    func statuses() async throws {
        let decoding = ResponseDecoding<Item>.json.accepting(statuses: 404...404)
        let item = ServerResponse.json(#"{"name":"pen"}"#, status: .notFound)
        #expect(try await send(decoding, responding: item) == Item(name: "pen"))
        await expectError(.status(HTTPFailure(status: 200))) {
            try await send(decoding, responding: .json(#"{"name":"pen"}"#))
        }
    }

    @Test("a status that an endpoint accepts outside 200 to 299 stays a failure if the body is not the value")
    func statusWithoutValue() async throws {
        let decoding = ResponseDecoding<Item>.json.accepting(statuses: [200, 404])
        let problem = ServerResponse.json(#"{"code":"no_pen","message":"No pen."}"#, status: .notFound)
        await expectError(.status(HTTPFailure(status: 404, code: "no_pen", message: "No pen."))) {
            try await send(decoding, responding: problem)
        }
        await expectError(.status(HTTPFailure(status: 404))) {
            try await send(decoding, responding: .text(#"{"name":"pen"}"#, status: .notFound))
        }
        await expectError(.status(HTTPFailure(status: 410))) {
            try await send(decoding, responding: .json(#"{"name":"pen"}"#, status: .gone))
        }
    }

    @Test(
        "an endpoint accepts a response of its media types only",
        arguments: [
            (["image/png"], "image/png", true), (["image/*"], "IMAGE/jpeg; q=1", true), (["*/*"], "text/html", true),
            (["text/csv", "image/*"], "image/gif", true), (["image/png"], "image/jpeg", false),
            (["image/*"], "imagery/png", false), (["image/*"], "text/html", false), (["image/png"], "", true),
        ])
    func mediaTypes(types: [String], received: String, isAccepted: Bool) async throws {
        let decoding = Self.decoding(types)
        let response = ServerResponse.text("bytes", as: received)
        guard !isAccepted else {
            return #expect(try await send(decoding, responding: response) == Data("bytes".utf8))
        }
        await expectError(.unexpectedMedia(received: received)) { try await send(decoding, responding: response) }
    }

    @Test("the media types of an endpoint are its Accept field, and its statuses stay")
    func accept() async throws {
        let decoding = ResponseDecoding<Data>.data.accepting(statuses: 200...200)
            .accepting(mediaTypes: "image/png", "image/*;q=0.5")
        #expect(decoding.accept == "image/png, image/*;q=0.5")
        #expect(try await send(decoding, responding: .text("gif", as: "image/gif")) == Data("gif".utf8))
        let created = ServerResponse.data(Data("gif".utf8), status: .created, fields: [.contentType: "image/gif"])
        await expectError(.status(HTTPFailure(status: 201))) { try await send(decoding, responding: created) }
    }

    private static func decoding(_ types: [String]) -> ResponseDecoding<Data> {
        switch types.count {
        case 1: .data.accepting(mediaTypes: types[0])
        default: .data.accepting(mediaTypes: types[0], types[1])
        }
    }

    @Test("a partial response fails unless the request was for a range")
    func part() async throws {
        let part = ServerResponse.data(
            Data("23".utf8), status: .partialContent, fields: [.contentRange: "bytes 2-3/10"])
        await expectError(.status(HTTPFailure(status: 206))) { try await send(.data, responding: part) }
        let session = try Client.fixture(transport: FakeTransport { _ in part }).session(for: TestGuest.self)
        let asking = Endpoint<TestGuest, Data>(
            .get, "/item", headers: [HeaderField("Range", "bytes=2-3")], response: .data)
        #expect(try await session.send(asking) == Data("23".utf8))
    }

    @Test("a failure status is reported as such, whatever the media type")
    func failureFirst() async throws {
        await expectError(.status(HTTPFailure(status: 502))) {
            let item: Item = try await send(.json, responding: .text("<p>", as: "text/html", status: .badGateway))
            return item
        }
    }
}
