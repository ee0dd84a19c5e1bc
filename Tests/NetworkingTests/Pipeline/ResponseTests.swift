import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite("Response validation")
struct ResponseTests {
    private func send<Value>(
        _ decoding: ResponseDecoding<Value>, responding response: ServerResponse
    ) async throws -> Value {
        try await Session.guest(over: FakeTransport { _ in response }).send(
            Endpoint<TestGuest, Value>(.get, "/item", response: decoding))
    }

    private let json = ResponseDecoding<Item>.json
    private let enveloped = ResponseDecoding<Item>.enveloped

    @Test("a response value can be in an envelope with other members, even an error")
    func envelope() async throws {
        for members in [#""meta":{"page":1}"#, #""error":{"code":"low_ink"}"#] {
            let response = ServerResponse.json(#"{"data":{"name":"pen"},\#(members)}"#)
            #expect(try await send(enveloped, responding: response) == Item(name: "pen"))
            #expect(try await send(.enveloped(Item.self) { $0.name.count }, responding: response) == 3)
        }
    }

    @Test(
        "a response without its envelope is a decoding error",
        arguments: [(#"{"name":"pen"}"#, "data"), (#"{"data":null}"#, "data"), (#"{"data":{}}"#, "data.name")])
    func bare(body: String, path: String) async throws {
        let error = await #expect(throws: NetworkError.self) { try await send(enveloped, responding: .json(body)) }
        #expect(error?.decodingFailure?.path == path)
    }

    /// `rejected` is the media type in the error, or `nil` if the body is decoded.
    @Test(
        "a response is decoded if its media type is JSON or missing, and rejected otherwise, even if it could be decoded",
        arguments: [
            ("TEXT/HTML; charset=utf-8", "text/html"), ("text/plain", "text/plain"),
            ("application/jsonp", "application/jsonp"), ("Application/JSON;charset=utf-8", nil),
            ("application/json ;a=b", nil),
            ("application/hal+json", nil), ("text/json", nil), ("", nil), ("json", nil), ("application / json", nil),
            ("/", nil), ("a/b/c", nil), (nil, nil),
        ] as [(String?, String?)])
    func mediaType(type: String?, rejected: String?) async throws {
        let fields = type.map { [.contentType: $0] } ?? HTTPFields()
        let body = Data(#"{"name":"pen"}"#.utf8)
        guard let rejected else {
            return #expect(try await send(json, responding: .data(body, fields: fields)) == Item(name: "pen"))
        }
        await expectError(.unexpectedMedia(received: rejected)) {
            try await send(json, responding: .data(body, fields: fields))
        }
        await expectError(.status(HTTPFailure(status: 502))) {
            try await send(json, responding: .data(body, status: .badGateway, fields: fields))
        }
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
            try await send(enveloped, responding: .json(body, status: .init(code: status)))
        }
        #expect(error?.userMessage == "The pen is empty.")
        #expect(error?.isRetryable == false)
    }

    @Test("an endpoint accepts its statuses only, and one outside 200 to 299 is a failure if the body is not the value")
    func statuses() async throws {
        let decoding = json.accepting(statuses: 404...404)
        let item = ServerResponse.json(#"{"name":"pen"}"#, status: .notFound)
        #expect(try await send(decoding, responding: item) == Item(name: "pen"))
        await expectError(.status(HTTPFailure(status: 200))) {
            try await send(decoding, responding: .json(#"{"name":"pen"}"#))
        }
        let problem = ServerResponse.json(#"{"code":"no_pen","message":"No pen."}"#, status: .notFound)
        await expectError(.status(HTTPFailure(status: 404, code: "no_pen", message: "No pen."))) {
            try await send(decoding, responding: problem)
        }
        await expectError(.status(HTTPFailure(status: 404))) {
            try await send(decoding, responding: .text(#"{"name":"pen"}"#, status: .notFound))
        }
    }

    @Test(
        "an endpoint accepts a response of its media types only",
        arguments: [
            ("image/png", "image/png", true), ("image/*", "IMAGE/jpeg; q=1", true), ("*/*", "text/html", true),
            ("image/*", "image/gif", true), ("image/png", "image/jpeg", false), ("image/*", "imagery/png", false),
            ("image/*", "text/html", false), ("image/png", "", true),
        ])
    func mediaTypes(type: String, received: String, isAccepted: Bool) async throws {
        let decoding = ResponseDecoding<Data>.data.accepting(mediaTypes: "text/csv", type)
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

    @Test("a partial response fails unless the request was for a range")
    func part() async throws {
        let part = ServerResponse.data(
            Data("23".utf8), status: .partialContent, fields: [.contentRange: "bytes 2-3/10"])
        await expectError(.status(HTTPFailure(status: 206))) { try await send(.data, responding: part) }
        let range = HeaderField("Range", "bytes=2-3")
        let asking = Endpoint<TestGuest, Data>(.get, "/item", headers: [range], response: .data)
        #expect(try await Session.guest(over: FakeTransport { _ in part }).send(asking) == Data("23".utf8))
    }
}

@Suite("Decoding off the caller's executor")
struct DecodingPlaceTests {
    /// An actor with its own executor, like the main actor.
    private actor Screen {
        let executor = WatchedExecutor()

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func send(with session: Session<TestGuest>) async throws -> Item {
            #expect(executor.isCurrent, "the control: the executor is detected")
            return try await session.send(.item)
        }
    }

    /// Records whether each value is decoded on the screen's executor.
    private struct WatchedCoding: BodyCoding {
        let executor: WatchedExecutor
        let decodedOnScreen = Recorder<Bool>()

        var contentType: String { PlainJSONBodyCoding().contentType }

        func encode(_ value: any Encodable) throws -> Data { try PlainJSONBodyCoding().encode(value) }

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            decodedOnScreen.add(executor.isCurrent)
            return try PlainJSONBodyCoding().decode(type, from: data)
        }
    }

    @Test(
        "a large response is decoded off the caller's executor, and a small one on it, which is faster than switching",
        arguments: [
            ("name", 0, 200, true), ("name", 16_000, 200, true), ("name", 16_500, 200, false),
            ("name", 1_000_000, 200, false), ("detail", 60_000, 400, false),
        ])
    func place(key: String, size: Int, status: Int, isOnScreen: Bool) async throws {
        let screen = Screen()
        let coding = WatchedCoding(executor: screen.executor)
        let response = ServerResponse.json(
            "{\"\(key)\":\"\(String(repeating: "x", count: size))\"}", status: .init(code: status))
        let session = try Client.fixture(
            transport: FakeTransport { _ in response }, coding: coding, responseLimit: 10_000_000
        ).session(for: TestGuest.self)
        do {
            _ = try await screen.send(with: session)
        } catch let error as NetworkError {
            #expect(error.status == 400)
        }
        #expect(coding.decodedOnScreen.all == [isOnScreen])
    }
}
