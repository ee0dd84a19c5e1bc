import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("An answer and what its endpoint promises")
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

    @Test("may stand in an envelope, whatever stands beside it")
    func envelope() async throws {
        let response = ServerResponse.json(#"{"data":{"name":"pen"},"meta":{"page":1}}"#)
        #expect(try await send(.enveloped, responding: response) == Item(name: "pen"))
        #expect(try await send(.enveloped(Item.self) { $0.name.count }, responding: response) == 3)
    }

    @Test(
        "without its envelope is not what was promised",
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
        "of another type is refused by its type, though its body would do",
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
        "is read where its type is JSON, or is not said",
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

    @Test("of any type is taken by an endpoint that promises none")
    func noPromise() async throws {
        let page = ServerResponse.text("<p>", as: "text/html")
        #expect(try await send(.data, responding: page) == Data("<p>".utf8))
        try await send(.nothing, responding: page)
        #expect(try await send(ResponseDecoding(accept: nil) { data, _ in data.count }, responding: page) == 3)
    }

    @Test("that is only a part fails, unless the request asked for a part")
    func part() async throws {
        let part = ServerResponse.data(
            Data("23".utf8), status: .partialContent, fields: [.contentRange: "bytes 2-3/10"])
        await expectError(.status(HTTPFailure(status: 206))) { try await send(.data, responding: part) }
        let session = try Client.fixture(transport: FakeTransport { _ in part }).session(for: TestGuest.self)
        let asking = Endpoint<TestGuest, Data>(
            .get, "/item", headers: [HeaderField("Range", "bytes=2-3")], response: .data)
        #expect(try await session.send(asking) == Data("23".utf8))
    }

    @Test("that is a failure is a failure first, whatever its type")
    func failureFirst() async throws {
        await expectError(.status(HTTPFailure(status: 502))) {
            let item: Item = try await send(.json, responding: .text("<p>", as: "text/html", status: .badGateway))
            return item
        }
    }
}
