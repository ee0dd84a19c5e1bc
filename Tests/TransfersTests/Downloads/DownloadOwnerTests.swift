import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing
import Transfers

@Suite("Owners of partial downloads", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct DownloadOwnerTests {
    /// How calls are signed, which determines the owner of a file.
    enum Signature: CaseIterable {
        case credentialProvider, key
        /// A credential provider without a user.
        case nameless
    }

    /// One machine with two users, and a server whose tags number versions: each user's own file has the same tag.
    private struct Harness {
        let server: MockTransport
        let monitor = MockEventMonitor()
        let gate = Gate()
        let file: URL
        private let signature: Signature

        /// - Parameter contents: by user. The first requested file stops after 5,000 bytes, at the gate.
        init(in folder: URL, signedBy signature: Signature, _ contents: [String: Data]) {
            self.signature = signature
            file = folder.appending(path: "file.bin")
            let gate = gate
            server = MockTransport(
                over: FakeTransport { request in
                    let user = (request.head.headerFields[.authorization] ?? "").split(separator: " ").last ?? ""
                    guard let content = contents[String(user)] else { return .empty(.unauthorized) }
                    let stalls = gate.arrivals == 0
                    return .file(content, for: request) { stalls ? .stalled($0, after: 5_000, at: gate) : .data($0) }
                })
        }

        func download(as user: String) async throws {
            var policy = TransferPolicy()
            switch signature {
            case .credentialProvider, .nameless:
                let credential = BearerCredential(token: Secret(user), refreshToken: nil, expiresAt: nil)
                let credentialProvider = try CredentialProvider.fixture(
                    credential: credential, storage: MockCredentialStorage(), refresher: MockCredentialRefresher(),
                    partition: signature == .nameless ? nil : .user(user))
                _ = try await client(AuthenticationInterceptor())
                    .session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
                    .download(Endpoint<TestMember, Data>.file, to: file, policy: policy)
            case .key:
                policy.partition = .user(user)
                let interceptor = try APIKeyInterceptor(
                    Secret(user), in: .header("Authorization"), for: APIEnvironment.fixture().origin)
                _ = try await client(interceptor).session(for: TestGuest.self)
                    .download(Endpoint<TestGuest, Data>.file, to: file, policy: policy)
            }
        }

        private func client(_ interceptor: any Interceptor) throws -> Client {
            try .fixture(transport: server, interceptors: [interceptor], time: ManualClock(), monitor: monitor)
        }

        /// Starts Ada's download and cancels it halfway.
        func interruptAda() async throws {
            let call = Task { try await download(as: "ada") }
            await gate.waitForArrivals(1)
            call.cancel()
            let error = await #expect(throws: DownloadError.self) { try await call.value }
            #expect(error?.call?.isCancellation == true)
            let partial = file.appendingPathExtension("partial")
            #expect(try Data(contentsOf: partial).count == 5_000, "there is something to continue")
        }

        var ranges: [String?] { server.requests.map { $0.headerFields[.range] } }
    }

    private let contents = ["ada": Data.pattern(20_000), "bob": Data(repeating: 7, count: 30_000)]

    @Test(
        "a partial download is continued for the user who started it, and has no byte of any other or unknown user",
        arguments: [
            (.credentialProvider, "ada", nil), (.key, "ada", nil), (.nameless, "ada", .noRecord),
            (.credentialProvider, "bob", .otherTarget), (.key, "bob", .otherTarget), (.nameless, "bob", .noRecord),
        ] as [(Signature, String, DownloadDecision.Reason?)])
    func user(signature: Signature, next: String, restart: DownloadDecision.Reason?) async throws {
        try await withTemporaryFolder { folder in
            let harness = Harness(in: folder, signedBy: signature, contents)
            try await harness.interruptAda()
            try await harness.download(as: next)
            #expect(harness.ranges == [nil, restart == nil ? "bytes=5000-" : nil])
            #expect(try Data(contentsOf: harness.file) == contents[next])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
            if let restart { #expect(harness.monitor.events.contains { $0.kind == .download(.restarted(restart)) }) }
        }
    }
}
