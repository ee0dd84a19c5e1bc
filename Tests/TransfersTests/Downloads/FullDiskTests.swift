import EngineTestSupport
import Foundation
import Networking
import Testing

@testable import Transfers

@Suite(
    "Downloads to a full disk", .timeLimit(.minutes(10)),
    .enabled(if: SmallDisk.isAvailable, "a small disk can be mounted by root on Linux only"))
struct FullDiskTests {
    private let content = Data.pattern(200_000)

    private func withHarness(
        tag: String, _ check: (DownloadHarness, SmallDisk) async throws -> Void
    ) async throws {
        let content = content
        try await withTemporaryFolder { folder in
            let disk = try SmallDisk(folder: folder, kilobytes: 64)
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, tag: tag, for: request) { .stream(ByteStream(chunks: $0.pieces(of: 1_000))) }
            }
            do {
                try await check(harness, disk)
                try disk.unmount()
            } catch {
                try disk.unmount()
                throw error
            }
        }
    }

    /// Downloads until the disk is full, and returns the number of stored bytes that the error reports.
    private func fill(_ harness: DownloadHarness) async throws -> Int64? {
        let error = await #expect(throws: NetworkError.self) { try await harness.download() }
        guard case .diskFull(let stored) = error?.cause.downloadFailure else {
            Issue.record("got \(String(describing: error))")
            return nil
        }
        return stored
    }

    @Test("a download to a full disk stores the received bytes, and the next call continues from them")
    func continued() async throws {
        try await withHarness(tag: "\"v1\"") { harness, disk in
            let stored = try #require(try await fill(harness))
            #expect(stored > 40_000)
            #expect(try harness.names == ["file.bin.partial", "file.bin.partial.json"])
            // The disk is still full: no stored byte is lost.
            #expect(try #require(try await fill(harness)) >= stored)
            try disk.grow(toKilobytes: 1_024)
            let next = try #require(DownloadRecord(try Data(contentsOf: harness.sidecar))?.durable)
            try await harness.download()
            #expect(harness.ranges.last == "bytes=\(next)-")
            #expect(try Data(contentsOf: harness.file) == content)
        }
    }

    @Test("a download to a full disk reports no stored bytes if the server's file can't be continued")
    func notResumable() async throws {
        try await withHarness(tag: "W/\"v1\"") { harness, _ in
            let (stored, names) = (try await fill(harness), try harness.names)
            #expect(stored == 0)
            #expect(names.isEmpty)
        }
    }
}

/// An in-memory file system of a few kilobytes, mounted in a folder; mounting requires root and Linux.
struct SmallDisk {
    let folder: URL

    /// Whether the tests can mount one on this machine.
    static let isAvailable: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try SmallDisk(folder: folder, kilobytes: 16).unmount()
            return true
        } catch {
            return false
        }
    }()

    init(folder: URL, kilobytes: Int) throws {
        self.folder = folder
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path)
    }

    func grow(toKilobytes kilobytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(kilobytes)k", folder.path)
    }

    func unmount() throws {
        try Self.run("umount", folder.path)
    }

    private struct CommandFailed: Error {}

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandFailed() }
    }
}
