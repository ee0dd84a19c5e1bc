import ArgumentParser
import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import Primitives
import RemoteServices
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The response cache of strata api")
struct APIPartitionTests {
    /// In a separate process, whose environment contains the key.
    @Test("a response that was cached for one credential is not reused for another")
    func partitions() async {
        await #expect(processExitsWith: .success) {
            setenv(Variables.apiKey, "key", 1)
            try await TemporaryFolder.with { folder in
                let password = folder.appending(path: "password")
                try Data("secret".utf8).write(to: password)
                let server = MockTransport(
                    over: FakeTransport { request in
                        let fields = request.head.headerFields
                        let key = HTTPField.Name("X-Api-Key").flatMap { fields[$0] }
                        return .data(
                            Data("\(fields[.authorization] ?? "") \(key ?? "")".utf8),
                            fields: [.cacheControl: "max-age=60"])
                    })
                var settings = AppSettings.standard
                settings.dataDirectory = folder
                try await ComposedApp.over(server, settings) { app in
                    let basic = ["--auth", "basic", "--password-file", password.path, "--user"]
                    var bodies: Set<Data> = []
                    let credentials = [basic + ["ada"], basic + ["bob"], ["--auth", "api-key"], ["--auth", "none"]]
                    for credential in credentials + credentials {
                        guard case .response(let response) = try await app.call("/v2/item", credential) else {
                            throw Failure("no response", .failure)
                        }
                        bodies.insert(response.body)
                    }
                    #expect(bodies.count == credentials.count)
                    #expect(server.calls.count == credentials.count, "the second round comes from the cache")
                    // The partition of the session of a user who is called `ada`.
                    let cache = try app.value(.stores).responses
                    let target = RequestTarget(scheme: "http", authority: "127.0.0.1:8080", path: "/v2/item")
                    for (partition, count) in [(CredentialPartition.client("basic ada"), 1), (.user("ada"), 0)] {
                        let key = ResponseCacheKey(partition: partition, target: target)
                        #expect(try await cache.responses(for: key).count == count)
                    }
                }
            }
        }
    }
}
