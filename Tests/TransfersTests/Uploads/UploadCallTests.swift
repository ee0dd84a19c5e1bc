import Digests
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("Uploads", .timeLimit(.minutes(20)))
struct UploadCallTests {
    private static let failures: [UploadFailure] = [
        .cancelled, .unreadable(name: "a"), .changing(name: "a"), .diskFull, .notPermitted, .disk(reason: "reason"),
        .copyDamaged(name: "a"), .busy, .tooLarge(length: 1_234, limit: 7), .tooLarge(length: 1_234, limit: nil),
        .notResumable(status: 405), .foreignLocation, .digestMismatch, .noProgress(at: 7),
        .unexpectedResponse(status: 200), .restartedTooOften(4),
    ]

    @Test("the file of all messages has the English message of each failure, and no other key of uploads")
    func messages() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let rows = try String(contentsOf: folder.appending(path: "Docs/reference/messages.csv"), encoding: .utf8)
            .components(separatedBy: "\n").filter { $0.hasPrefix("upload.") }
        let messages = Self.failures.map(\.localizableUserMessage)
        #expect(Set(rows) == Set(messages.map { "\($0.key),\"\($0.template)\"" }) && rows.count == messages.count)
        #expect(Self.failures.allSatisfy { $0.userMessage.hasSuffix(".") && !$0.userMessage.contains("Optional") })
    }

    @Test("an upload sends name, type, length and digest, and the bytes between two keyed requests; it has one effect")
    func requests() async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder)
            let progress = ProgressFeed()
            async let last = progress.reduce(TransferProgress?.none) { $1 }
            let file = try await harness.upload(progress: progress)
            #expect(harness.server.files == [harness.content])
            #expect(file.location?.absoluteString == "https://api.example.com/uploads/1")
            #expect(file.body == Data(#"{"id":"/uploads/1"}"#.utf8))
            #expect(harness.requests == ["POST 100000", "PATCH 0", "PATCH 100000 complete"])
            let fields = try #require(harness.transport.requests.first?.headerFields)
            #expect(fields[.contentDisposition] == "attachment; filename*=UTF-8''my%20r%C3%A4port.pdf")
            #expect(fields[.contentType] == "application/pdf")
            let keys = harness.transport.requests.map { $0.headerFields[.key] }
            #expect(keys[0] != nil && keys[1] == nil && keys[2] != nil && keys[0] != keys[2])
            let end = await last
            #expect(end?.completed == 100_000 && end?.transferred == 100_000)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("7.lock") == false)
            #expect(try await harness.upload() == file && harness.requests.count == 3, "the stored result, no request")
        }
    }

    @Test("an upload whose final response was lost and is stored no more is complete, and its interruption reported")
    func forgottenResponse() async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder) { request, server throws(TransportError) in
                guard request.head.headerFields[.complete] == "?1", server.files.isEmpty else { return nil }
                _ = server.respond(to: request.head)
                server.forgetKeys()
                throw .connectionLost
            }
            let file = try await harness.upload()
            #expect(file.location?.path == "/uploads/1" && file.body.isEmpty)
            #expect(harness.decisions == [.interrupted(at: 100_000, waiting: .zero)])
            #expect(harness.server.files == [harness.content])
        }
    }

    @Test("a damaged or missing copy is not sent", arguments: [Data?.none, Data("short".utf8)])
    func damagedCopy(content: Data?) async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder)
            try FileManager.default.removeItem(at: harness.source.file)
            try content?.write(to: harness.source.file)
            await harness.expect(.copyDamaged(name: "my räport.pdf"))
            #expect(harness.requests.isEmpty)
        }
    }

    @Test("two uploads never use one record at the same time")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder)
            let lock = try UploadRecordFile(harness.record)
            #expect(UploadRecordFile.isLocked(harness.record))
            await harness.expect(.busy)
            _ = consume lock
            try await harness.upload()
            #expect(!UploadRecordFile.isLocked(harness.record))
            #expect(UploadRecordFile.confirmedBytes(harness.record) == 100_000)
        }
    }

    @Test("the deadline of a call does not cut the bytes, which take as long as the file is large")
    func deadline() async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder)
            let limits = Mutex<[Bool]>([])
            let session = try Session.guest(
                over: harness.transport,
                through: [
                    DeadlineInterceptor(total: .seconds(1)),
                    ObservingInterceptor { call in limits.withLock { $0.append(call.deadline != nil) } },
                ])
            _ = try await session.upload(harness.source, to: .uploads, record: harness.record)
            #expect(limits.withLock(\.self) == [true, false, true])
        }
    }

    @Test("the record and its lock contain no credential, and only their owner can read them")
    func record() async throws {
        try await withTemporaryFolder { folder in
            let harness = try await UploadHarness(in: folder)
            try await harness.upload()
            let attributes = try FileManager.default.attributesOfItem(atPath: harness.record.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let provider = try CredentialProvider.fixture(refresher: MockCredentialRefresher(), partition: .user("ada"))
            let session = try Session.member(of: provider, over: harness.transport)
            let signed = folder.appending(path: "8.json")
            _ = try await session.upload(
                harness.source, to: Endpoint(.post, "/uploads", response: .data), record: signed)
            #expect(harness.transport.requests.suffix(3).allSatisfy { $0.headerFields[.authorization] != nil })
            let text = try String(contentsOf: signed, encoding: .utf8)
            #expect(text.contains("ada") && !text.contains("access-1") && !text.contains("refresh-1"))
        }
    }
}

private struct ObservingInterceptor: Interceptor {
    let observe: @Sendable (Call) -> Void

    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        observe(call)
        return try await next(call)
    }
}

@Suite("Spool of uploads")
struct UploadSpoolTests {
    @Test("a file that is added twice is stored once, named by its content and read-only")
    func twice() async throws {
        try await withTemporaryFolder { folder in
            let (file, spoolFolder) = (folder.appending(path: "a.bin"), folder.appending(path: "deep/spool"))
            let content = Data.pattern(600_000)
            try content.write(to: file)
            let spool = UploadSpool(folder: spoolFolder, hashing: SHA256Hashing())
            let first = try await spool.add(file, name: "other.bin")
            let second = try await spool.add(file)
            #expect(first.file == second.file && first.sha256 == content.sha256 && first.length == 600_000)
            #expect([first.name, second.name] == ["other.bin", "a.bin"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: spoolFolder.path) == [content.sha256])
            #expect(try Data(contentsOf: first.file) == content)
            let attributes = try FileManager.default.attributesOfItem(atPath: first.file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o400)
        }
    }

    @Test("what is no readable file, or is cancelled or written while it is copied, is not stored")
    func refused() async throws {
        try await withTemporaryFolder { folder in
            let spoolFolder = folder.appending(path: "spool")
            let spool = UploadSpool(folder: spoolFolder, hashing: SHA256Hashing())
            for name in ["missing", "."] {
                await #expect(throws: UploadFailure.unreadable(name: name)) {
                    try await spool.add(folder.appending(path: name), name: name)
                }
            }
            let file = folder.appending(path: "log")
            try Data("one".utf8).write(to: file)
            let growing = UploadSpool(folder: spoolFolder, hashing: WritingHashing(file: file))
            await #expect(throws: UploadFailure.changing(name: "log")) { try await growing.add(file) }
            let adding = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await spool.add(file)
            }
            await #expect(throws: UploadFailure.cancelled) { try await adding.value }
            #expect(try FileManager.default.contentsOfDirectory(atPath: spoolFolder.path) == [])
        }
    }
}

/// Appends to the file while its digest is computed.
private struct WritingHashing: ContentHashing {
    let file: URL
    var algorithm: String { "sha-256" }

    func begin() -> any ContentHash {
        if let handle = try? FileHandle(forWritingTo: file) {
            handle.seekToEndOfFile()
            handle.write(Data("two".utf8))
        }
        return SHA256Hashing().begin()
    }
}
