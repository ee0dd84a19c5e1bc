import Digests
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@testable import Transfers

/// A folder with a file and its copy, a server, and a session between them.
struct UploadHarness {
    let server = UploadServer()
    let content = Data.pattern(100_000)
    let folder: URL
    let source: UploadSource
    let monitor = MockEventMonitor()
    let transport: MockTransport
    var policy = TransferPolicy()
    let session: Session<TestGuest>

    /// - Parameter fault: the response to a request instead of the server's; `nil` if the server responds.
    init(
        in folder: URL,
        _ fault: @escaping @Sendable (ReceivedRequest, UploadServer) throws(TransportError) -> ServerResponse? = {
            _, _ in nil
        }
    ) async throws {
        self.folder = folder
        let original = folder.appending(path: "my räport.pdf")
        try content.write(to: original)
        source = try await UploadSpool(folder: folder.appending(path: "spool"), hashing: SHA256Hashing())
            .add(original, contentType: "application/pdf")
        let server = server
        transport = MockTransport(
            over: FakeTransport { request throws(TransportError) in
                if let response = try fault(request, server) { return response }
                return server.respond(to: request.head, body: request.body).response
            })
        session = try Client.fixture(transport: transport, monitor: monitor).session(for: TestGuest.self)
        policy.baseDelay = .zero
    }

    var record: URL { folder.appending(path: "7.json") }

    var decisions: [UploadDecision] { monitor.events.compactMap(\.kind.uploadDecision) }

    /// The requests in short: the method, and the offset or length that it names.
    var requests: [String] {
        transport.requests.map { request in
            let fields = request.headerFields
            let what = fields[.complete] == "?1" ? " complete" : ""
            return request.method.rawValue + (fields[.offset] ?? fields[.length]).map { " \($0)" }.joined + what
        }
    }

    @discardableResult
    func upload(progress: ProgressFeed? = nil) async throws(UploadError) -> UploadedFile {
        try await session.upload(source, to: .uploads, record: record, policy: policy, progress: progress)
    }

    /// Expects the upload to fail with `failure`.
    func expect(_ failure: UploadFailure, sourceLocation: SourceLocation = #_sourceLocation) async {
        let error = await #expect(throws: UploadError.self, sourceLocation: sourceLocation) { try await upload() }
        #expect(error?.failure == failure, sourceLocation: sourceLocation)
    }
}

extension String? {
    fileprivate var joined: String { self ?? "" }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    static var uploads: Self { Endpoint(.post, "/uploads", response: .data) }
}

extension UploadMachine.Response {
    /// A response of `https://api.example.com`.
    static func fixture(_ reply: UploadServer.Reply) -> Self {
        Self(
            reply.response.head, body: reply.body, from: .uploads,
            failure: HTTPFailure(status: reply.status))
    }
}

extension RequestTarget {
    static var uploads: Self { Self(scheme: "https", authority: "api.example.com", path: "/uploads") }
    static var upload: Self { Self(scheme: "https", authority: "api.example.com", path: "/uploads/1") }
}
