import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@testable import Transfers

@Suite("Download destinations", .timeLimit(.minutes(10)))
struct DownloadPlaceTests {
    private let content = Data.pattern(10_000)

    private func withHarness(_ check: (DownloadHarness) async throws -> Void) async throws {
        let content = content
        try await withTemporaryFolder { folder in
            try await check(DownloadHarness(in: folder) { request in .file(content, for: request) })
        }
    }

    private func expectFailure(
        _ failure: DownloadFailure, of harness: DownloadHarness, to file: URL,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: DownloadError.self, sourceLocation: sourceLocation) {
            try await harness.session.download(.file, to: file)
        }
        #expect(error?.failure == failure, sourceLocation: sourceLocation)
        #expect(error?.metadata.method == "GET", sourceLocation: sourceLocation)
    }

    @Test("a destination belongs to one download at a time")
    func busy() async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { .stalled($0, after: 5_000, at: gate) }
            }
            let first = Task { try await harness.download() }
            await gate.waitForArrivals(1)
            await expectFailure(.busy, of: harness, to: harness.file)
            #expect(harness.server.calls.count == 1, "the second sent no request")
            first.cancel()
            await expectError(.cancelled) { try await first.value }
            #expect(try harness.names.count == 2, "the second removed nothing")
        }
    }

    @Test("a destination can't be a folder, nor a pipe or a device, which would be replaced", arguments: [false, true])
    func noFile(isPipe: Bool) async throws {
        try await withHarness { harness in
            if isPipe {
                try #require(mkfifo(harness.file.path, 0o600) == 0)
            } else {
                try FileManager.default.createDirectory(at: harness.file, withIntermediateDirectories: false)
            }
            await expectFailure(.destinationIsNoFile, of: harness, to: harness.file)
            #expect(try harness.names == ["file.bin"])
            #expect(harness.server.calls.isEmpty)
        }
    }

    @Test("a destination that is a symbolic link stays one, and its target is replaced")
    func linkToFile() async throws {
        try await withHarness { harness in
            let link = harness.folder.appending(path: "link")
            try Data("old".utf8).write(to: harness.file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: harness.file)
            _ = try await harness.session.download(.file, to: link)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == harness.file.path)
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(try Set(harness.names) == ["file.bin", "link"])
        }
    }

    @Test("a destination must be in an existing folder, and have a valid file name")
    func missing() async throws {
        try await withHarness { harness in
            await expectFailure(.folderMissing, of: harness, to: harness.folder.appending(path: "no/file"))
            try Data().write(to: harness.file)
            await expectFailure(.folderMissing, of: harness, to: harness.file.appending(path: "below-a-file"))
            let long = harness.folder.appending(path: String(repeating: "x", count: 300))
            await expectFailure(.disk(reason: "File name too long"), of: harness, to: long)
            #expect(harness.server.calls.isEmpty)
        }
    }

    @Test("a symbolic link in place of the partial file is not followed")
    func symbolicLink() async throws {
        try await withHarness { harness in
            let victim = harness.folder.appending(path: "victim")
            try Data("precious".utf8).write(to: victim)
            try FileManager.default.createSymbolicLink(at: harness.partial, withDestinationURL: victim)
            await #expect(throws: NetworkError.self) { try await harness.download() }
            #expect(try Data(contentsOf: victim) == Data("precious".utf8))
        }
    }

    @Test(
        "a download to a full disk stores the bytes that the next call can continue from, and loses none of them",
        arguments: [("\"v1\"", 3_904), ("W/\"v1\"", 0)])
    func full(tag: String, stored: Int64) async throws {
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, tag: tag, for: request) { .stream(ByteStream(chunks: $0.pieces(of: 1_000))) }
            }
            // The second time, the disk is still full.
            for _ in 1...2 {
                await expectError(.download(.diskFull(stored: stored))) {
                    try await harness.download(on: RecordingDisk(space: 8_500))
                }
                #expect(try harness.names == (stored > 0 ? ["file.bin.partial", "file.bin.partial.json"] : []))
            }
            try await harness.download()
            #expect((harness.ranges.last ?? nil) == (stored > 0 ? "bytes=\(stored)-" : nil))
            #expect(try Data(contentsOf: harness.file) == content)
        }
    }

    @Test("a download's record is not readable by other users, and contains no secret")
    func secrecy() async throws {
        let secret = Canary("download").text
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { .stalled($0, after: 5_000, at: gate) }
            }
            let endpoint = Endpoint<TestGuest, Data>(
                .get, "/\(secret)", query: [QueryItem("token", secret)], headers: [HeaderField("X-Key", secret)],
                response: .data)
            let call = Task { try await harness.session.download(endpoint, to: harness.file) }
            await gate.waitForArrivals(1)
            call.cancel()
            let error = await #expect(throws: DownloadError.self) { try await call.value }
            #expect(error?.call?.isCancellation == true)
            let record = try String(contentsOf: harness.sidecar, encoding: .utf8)
            #expect(record.contains("\"durable\" : 5000"))
            #expect(!record.contains("canary"))
            let attributes = try FileManager.default.attributesOfItem(atPath: harness.sidecar.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test("a download uses no disk on its caller's executor")
    func screen() async throws {
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in .file(content, for: request) }
            let screen = Screen()
            let disk = WatchedDisk(executor: screen.executor)
            try await screen.load(harness, on: disk)
        }
    }

    private actor Screen {
        nonisolated let executor = WatchedExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func load(_ harness: DownloadHarness, on disk: any DownloadDisk) async throws {
            #expect(executor.isCurrent, "the control: the executor is detected")
            try await harness.download(on: disk)
        }
    }

    private struct WatchedDisk: DownloadDisk {
        let executor: WatchedExecutor

        func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
            #expect(!executor.isCurrent)
            return try PosixPartialFile(for: destination)
        }
    }
}
