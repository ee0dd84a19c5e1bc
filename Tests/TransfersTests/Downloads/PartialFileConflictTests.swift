import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@testable import Transfers

@Suite("A partial file that another program has made", .timeLimit(.minutes(1)))
struct PartialFileConflictTests {
    private let content = Data.pattern(10_000)
    private let foreign = Data("somebody's own work".utf8)
    private let conflict = NetworkError.Cause.download(.partialFileConflict(name: "file.bin.partial"))

    /// A world whose body stops in the middle until the gate is open.
    private func withStalledWorld(_ check: (DownloadWorld, Gate) async throws -> Void) async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let world = try DownloadWorld(in: folder) { request in
                .file(content, for: request) {
                    .stream(
                        ByteStream(ScriptedBytes(.piece($0.prefix(6_000)), .pass(gate), .piece($0.dropFirst(6_000)))))
                }
            }
            try await check(world, gate)
        }
    }

    /// Another program moves its file to where the download writes.
    private func replacePartialFile(of world: DownloadWorld) throws {
        let other = world.folder.appending(path: "other")
        try foreign.write(to: other)
        try #require(rename(other.path, world.partial.path) == 0)
    }

    @Test("is not published in the download's stead, with or without a digest", arguments: [true, false])
    func replaced(hasDigest: Bool) async throws {
        try await withStalledWorld { world, gate in
            var hash = FakeHashing().begin()
            content.withUnsafeBytes { hash.update($0) }
            let digest = hasDigest ? ExpectedDigest(hash.digest().hexadecimal, by: FakeHashing()) : nil
            try Data("old".utf8).write(to: world.file)
            let call = Task { try await world.download(expecting: digest) }
            await gate.waitForArrivals(1)
            try replacePartialFile(of: world)
            gate.open()
            await expectError(conflict) { try await call.value }
            #expect(try Data(contentsOf: world.file) == Data("old".utf8))
            #expect(try Data(contentsOf: world.partial) == foreign)
            #expect(try world.names == ["file.bin", "file.bin.partial"], "a record would speak of the foreign bytes")
        }
    }

    @Test("is not recorded as the download's when that is cancelled")
    func replacedThenCancelled() async throws {
        try await withStalledWorld { world, gate in
            let call = Task { try await world.download() }
            await gate.waitForArrivals(1)
            try replacePartialFile(of: world)
            call.cancel()
            await expectError(.cancelled) { try await call.value }
            let record = (try? Data(contentsOf: world.sidecar)).flatMap(DownloadRecord.init)
            #expect(record?.durable ?? 0 == 0)
            #expect(try Data(contentsOf: world.partial) == foreign)
        }
    }

    @Test("is neither read, written nor deleted, and nothing is sent", arguments: [nil, "{}", "[1]", "text"])
    func foreign(sidecar: String?) async throws {
        try await withTemporaryFolder { folder in
            let content = content
            let world = try DownloadWorld(in: folder) { request in .file(content, for: request) }
            try Data("old".utf8).write(to: world.file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: world.file.path)
            try foreign.write(to: world.partial)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: world.partial.path)
            try sidecar.map { try Data($0.utf8).write(to: world.sidecar) }
            await expectError(conflict) { try await world.download() }
            #expect(world.server.calls.isEmpty)
            #expect(try Data(contentsOf: world.partial) == foreign)
            #expect(try mode(of: world.partial) == 0o640)
            #expect(try sidecar.map { try Data(contentsOf: world.sidecar) == Data($0.utf8) } ?? true)
            try FileManager.default.removeItem(at: world.partial)
            try await world.download()
            #expect(try Data(contentsOf: world.file) == content)
        }
    }

    @Test("is none if an older version of this program has made it: the download begins anew")
    func olderVersion() async throws {
        try await withTemporaryFolder { folder in
            let content = content
            let world = try DownloadWorld(in: folder) { request in .file(content, for: request) }
            try content.prefix(4_000).write(to: world.partial)
            let old = #"{"version": 2, "record": {"durable": 4000, "validator": "\"v1\""}}"#
            try Data(old.utf8).write(to: world.sidecar)
            try await world.download()
            #expect(world.decisions == [.restarted(.noRecord)])
            #expect(try Data(contentsOf: world.file) == content)
            #expect(try world.names == ["file.bin"])
        }
    }

    @Test("of a file that others may not read is not readable by others either, from its first byte on")
    func secrecy() async throws {
        try await withStalledWorld { world, gate in
            try Data("old".utf8).write(to: world.file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: world.file.path)
            let call = Task { try await world.download() }
            await gate.waitForArrivals(1)
            #expect(try mode(of: world.partial) == 0o600)
            gate.open()
            _ = try await call.value
            #expect(try mode(of: world.file) == 0o600)
        }
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}
