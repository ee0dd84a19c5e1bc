import Backend
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Subprocess
import Testing

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Workplaces with a sample backend.
extension Workplace {
    /// Provides a workplace whose backend listens on a free port, until `body` ends.
    ///
    /// - Parameter account: who is logged in.
    static func with(
        login account: DemoAccount? = nil, _ body: @escaping @Sendable (Workplace) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await withBackend(in: folder) { url in
                let place = Workplace(folder: folder, backend: url)
                if let account { try await place.logIn(account) }
                try await body(place)
            }
        }
    }

    /// Runs a sample backend with its data in `folder`, until `body` ends.
    ///
    /// It is a process of its own: in this one it would wait for threads that other tests use, and a list of the app whose server is
    /// silent for 2 s is the stored one.
    static func withBackend<Value: Sendable>(
        in folder: URL, _ body: @escaping @Sendable (URL) async throws -> Value
    ) async throws -> Value {
        try await Subprocess.run(
            .path(FilePath(Binaries.backend.path)),
            arguments: [
                "--json", "--until-stdin-closes", "--faults", "--data-dir", folder.appending(path: "backend").path,
            ], input: .inputWriter, output: .sequence, error: .discarded
        ) { execution -> Result<Value, any Error> in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let result: Result<Value, any Error>
            do {
                let line = try #require(try await lines.next(isolation: #isolation), "the backend did not start")
                result = .success(try await body(JSONDecoder().decode(Ready.self, from: Data(line.utf8)).url))
            } catch {
                result = .failure(error)
            }
            try await execution.standardInputWriter.finish()
            return result
        }.closureResult.get()
    }

    private struct Ready: Decodable { let url: URL }

    /// Logs in one of the demo accounts.
    func logIn(_ account: DemoAccount = .ada) async throws {
        try await strata("login", account.email, input: account.password + "\n", code: 0)
    }

    /// Whether a change of the outbox waits for its next attempt.
    func isWaiting() async throws -> Bool {
        let items = try await strata("outbox", "list", "--json").object()["items"] as? [[String: Any]]
        return items?.contains { $0["state"] as? String == "waiting" } == true
    }

    /// Sets a fault switch of the backend.
    ///
    /// - Parameter settings: such as `count=2`.
    func arm(
        _ fault: String, _ settings: String..., at location: SourceLocation = #_sourceLocation
    ) async throws {
        let pairs = try settings.map { setting in
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            try #require(parts.count == 2, "\(setting)", sourceLocation: location)
            return (parts[0], Int64(parts[1]).map(JSONElement.integer) ?? .text(parts[1]))
        }
        let body = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: pairs))
        var request = HTTPRequest(method: .post, url: backend.appending(path: "faults/\(fault)"))
        request.headerFields[.contentType] = "application/json"
        try await NIOTransport.withTransport { [request] transport in
            let status = try await transport.send(request, body: .data(body)).head.status
            #expect(status == .noContent, sourceLocation: location)
        }
    }

    /// Returns when the backend has run a route, such as `POST /v2/time-entries`, for the first time. A delay of the response
    /// may follow.
    func waitForEffect(of route: String, at location: SourceLocation = #_sourceLocation) async throws {
        struct Counters: Decodable { let routes: [String: Int] }
        let request = HTTPRequest(method: .get, url: backend.appending(path: "faults/counters"))
        try await NIOTransport.withTransport { transport in
            // Far more often than a busy machine needs.
            for _ in 1...50_000 {
                let body = try await transport.send(request, body: .empty).body.collect(upTo: 100_000)
                if try JSONDecoder().decode(Counters.self, from: body).routes[route] != nil { return }
            }
            Issue.record("\(route) was not run", sourceLocation: location)
        }
    }
}

extension Binaries {
    static var backend: URL { folder.appending(path: "strata-backend") }
}
