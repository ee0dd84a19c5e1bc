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
