import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Supported API versions", .failsOnUnexpectedCalls)
struct VersionsTests {
    private func send(
        _ version: APIVersion?, default environmentVersion: APIVersion?, speaking versions: Set<APIVersion>?
    ) async throws -> String? {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let client = try Client.fixture(
            transport: transport, environment: .fixture(version: environmentVersion, versions: versions))
        let endpoint = Endpoint<TestGuest, Item>(.get, "/item", version: version, response: .json, operation: "item")
        _ = try await client.session(for: TestGuest.self).send(endpoint)
        return transport.requests.first?.path
    }

    @Test("the API version comes from the endpoint, or else from the environment")
    func choice() async throws {
        let spoken: Set = [APIVersion(1), APIVersion(2)]
        #expect(try await send(nil, default: APIVersion(2), speaking: spoken) == "/v2/item")
        #expect(try await send(APIVersion(1), default: APIVersion(2), speaking: spoken) == "/v1/item")
        #expect(try await send(nil, default: nil, speaking: []) == "/item")
    }

    @Test("a call to a version that the environment does not support is not sent")
    func unreleased() async throws {
        let client = try Client.fixture(
            transport: MockTransport(),
            environment: .fixture(version: APIVersion(2), versions: [APIVersion(1), APIVersion(2)]))
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/item", version: APIVersion(3), response: .json, operation: "item")
        await expectError(.invalidRequest(reason: "item needs v3, but fixture supports only v1, v2.")) {
            try await client.session(for: TestGuest.self).send(endpoint)
        }
    }

    @Test(
        "a call to a version that the environment lists is sent, and an environment without a list supports all versions"
    )
    func released() async throws {
        let spoken: Set = [APIVersion(2), APIVersion(3)]
        #expect(try await send(APIVersion(3), default: APIVersion(2), speaking: spoken) == "/v3/item")
        #expect(try await send(APIVersion(3), default: APIVersion(2), speaking: nil) == "/v3/item")
    }

    @Test("an environment whose list of versions lacks the default version is rejected")
    func badDefault() {
        #expect(throws: InvalidAPIEnvironment.self) {
            try APIEnvironment.fixture(version: APIVersion(3), versions: [APIVersion(1), APIVersion(2)])
        }
    }
}
