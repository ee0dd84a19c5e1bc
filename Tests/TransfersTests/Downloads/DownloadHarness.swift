import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@testable import Transfers

/// A server with one file, a folder to download it to, and a session between them.
struct DownloadHarness {
    let server: MockTransport
    let monitor = MockEventMonitor()
    let clock = ManualClock()
    let folder: URL
    var policy = TransferPolicy()
    private let client: Client

    init(
        in folder: URL, interceptors: [any Interceptor] = [], _ responses: @escaping ReceivedRequest.Handler
    ) throws {
        self.folder = folder
        server = MockTransport(over: FakeTransport(responses))
        policy.baseDelay = .zero
        client = try .fixture(transport: server, interceptors: interceptors, time: clock, monitor: monitor)
    }

    var session: Session<TestGuest> { client.session(for: TestGuest.self) }
    var file: URL { folder.appending(path: "file.bin") }
    var partial: URL { folder.appending(path: "file.bin.partial") }
    var sidecar: URL { folder.appending(path: "file.bin.partial.json") }

    /// The files in the folder, by name.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// The download's decisions, in order.
    var decisions: [DownloadDecision] {
        monitor.events.compactMap(\.kind.downloadDecision)
    }

    /// The Range field of every request.
    var ranges: [String?] { server.requests.map { $0.headerFields[.range] } }

    @discardableResult
    func download(
        expecting digest: ExpectedDigest? = nil, progress: ProgressFeed? = nil, on disk: (any DownloadDisk)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        try await session.download(
            .file, to: file, expecting: digest, policy: policy, progress: progress, on: disk ?? PosixDisk())
    }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    static var file: Self { Endpoint(.get, "/file", response: .data) }
}

extension ServerResponse {
    /// What a correct server sends for `content`: the requested part, or everything if If-Range has another tag.
    static func file(
        _ content: Data, tag: String = "\"v1\"", for request: ReceivedRequest, body: (Data) -> Body = { .data($0) }
    ) -> ServerResponse {
        var fields: HTTPFields = [.eTag: tag]
        let isSame = [nil, tag].contains(request.head.headerFields[.ifRange])
        let wanted = isSame ? request.head.headerFields[.range] : nil
        guard let offset = wanted.flatMap({ Int($0.dropFirst("bytes=".count).dropLast()) }) else {
            fields[.contentLength] = "\(content.count)"
            return ServerResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body(content))
        }
        guard offset < content.count else {
            fields[.contentRange] = "bytes */\(content.count)"
            return .empty(.rangeNotSatisfiable, fields: fields)
        }
        fields[.contentRange] = "bytes \(offset)-\(content.count - 1)/\(content.count)"
        return ServerResponse(
            head: HTTPResponse(status: .partialContent, headerFields: fields),
            body: body(content[(content.startIndex + offset)...]))
    }
}

extension ServerResponse.Body {
    /// Sends the beginning of `bytes` in pieces, and then closes the connection.
    static func cut(
        _ bytes: Data, after count: Int, every size: Int = 1_000, by error: TransportError = .connectionLost
    ) -> Self {
        .stream(
            ByteStream(
                ScriptedBytes(bytes.prefix(count).pieces(of: size).map { .piece($0) } + [.failure(error)])))
    }

    /// Sends the beginning of `bytes`, and then nothing until the gate opens or the reader is cancelled.
    static func stalled(_ bytes: Data, after count: Int, at gate: Gate) -> Self {
        .stream(ByteStream(ScriptedBytes(.piece(bytes.prefix(count)), .pass(gate))))
    }
}

extension Data {
    /// The same bytes, split into pieces.
    func pieces(of size: Int) -> [Data] {
        stride(from: 0, to: count, by: size).map { dropFirst($0).prefix(size) }
    }
}

extension ExpectedDigest {
    /// The digest of `data` by ``FakeHashing``.
    static func fixture(of data: Data) throws -> ExpectedDigest {
        var hash = FakeHashing().begin()
        data.withUnsafeBytes { hash.update($0) }
        return try #require(ExpectedDigest(hash.digest().hexadecimal, by: FakeHashing()))
    }
}

extension DownloadRecord {
    static func fixture(
        durable: Int64, total: Int64? = nil, validator: String = "\"v1\"", path: String = "/file"
    ) throws -> DownloadRecord {
        DownloadRecord(
            target: .fixture(path),
            validator: Validator(
                tag: try #require(StrongEntityTag(validator)), source: TransferTarget.Resource(.fixture)),
            total: total,
            durable: durable)
    }
}

extension TransferTarget {
    static func fixture(_ path: String = "/file") -> TransferTarget {
        TransferTarget(
            HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: path), of: nil,
            digest: nil)
    }
}

extension Data {
    /// Bytes without repetition, so that a misplaced part is detected.
    static func random(_ count: Int, from random: any RandomSource) -> Data {
        var bytes = Data(capacity: count + 8)
        while bytes.count < count { Swift.withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
        return bytes.prefix(count)
    }
}
