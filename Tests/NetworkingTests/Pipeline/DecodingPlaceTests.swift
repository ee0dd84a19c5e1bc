import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Decoding off the caller's executor")
struct DecodingPlaceTests {
    /// An actor with its own executor, like the main actor.
    private actor Screen {
        let executor = WatchedExecutor()

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func send(_ endpoint: Endpoint<TestGuest, Item>, with session: Session<TestGuest>) async throws -> Item {
            #expect(executor.isCurrent, "the control: the executor is detected")
            return try await session.send(endpoint)
        }
    }

    /// Records whether the value is decoded on the screen's executor.
    private final class WatchedCoding: BodyCoding {
        private let base = PlainJSONBodyCoding()
        private let executor: WatchedExecutor
        private let noted = Mutex<[Bool]>([])

        init(_ executor: WatchedExecutor) {
            self.executor = executor
        }

        var decodedOnScreen: [Bool] { noted.withLock { $0 } }
        var contentType: String { base.contentType }

        func encode(_ value: any Encodable) throws -> Data { try base.encode(value) }

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            let isOnScreen = executor.isCurrent
            noted.withLock { $0.append(isOnScreen) }
            return try base.decode(type, from: data)
        }
    }

    private let screen = Screen()

    /// Sends from the screen, and returns for each decoding whether it ran on the screen's executor.
    private func places(responding response: ServerResponse) async throws -> [Bool] {
        let coding = WatchedCoding(screen.executor)
        let session = try Client.fixture(
            transport: FakeTransport { _ in response }, coding: coding, responseLimit: 10_000_000
        ).session(for: TestGuest.self)
        do {
            _ = try await screen.send(.item, with: session)
        } catch let error as NetworkError {
            #expect(error.status == 400)
        }
        return coding.decodedOnScreen
    }

    private func json(_ key: String, _ size: Int) -> String {
        "{\"\(key)\":\"\(String(repeating: "x", count: size))\"}"
    }

    @Test("a large response is decoded off the caller's executor", arguments: [16_500, 1_000_000])
    func large(size: Int) async throws {
        #expect(try await places(responding: .json(json("name", size))) == [false])
    }

    @Test("a large error response is decoded off the caller's executor")
    func largeRefusal() async throws {
        #expect(try await places(responding: .json(json("detail", 60_000), status: .badRequest)) == [false])
    }

    @Test(
        "a small response is decoded on the caller's executor, which is faster than switching", arguments: [0, 16_000])
    func small(size: Int) async throws {
        #expect(try await places(responding: .json(json("name", size))) == [true])
    }
}
