import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@testable import Transfers

@Suite("Partial files of other programs", .timeLimit(.minutes(10)))
struct PartialFileConflictTests {
    private let content = Data.pattern(10_000)
    private let foreign = Data("a user's own work".utf8)
    private let conflict = NetworkError.Cause.download(.partialFileConflict(name: "file.bin.partial"))

    /// A harness whose server stops in the middle of the body until the gate is open.
    private func withStalledHarness(_ check: (DownloadHarness, Gate) async throws -> Void) async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) {
                    .stream(
                        ByteStream(ScriptedBytes(.piece($0.prefix(6_000)), .pass(gate), .piece($0.dropFirst(6_000)))))
                }
            }
            try await check(harness, gate)
        }
    }

    /// Another program moves its file to where the download writes.
    private func replacePartialFile(of harness: DownloadHarness) throws {
        let other = harness.folder.appending(path: "other")
        try foreign.write(to: other)
        try #require(rename(other.path, harness.partial.path) == 0)
    }

    @Test(
        "another program's file is not published instead of the download, with or without a digest",
        arguments: [true, false])
    func replaced(hasDigest: Bool) async throws {
        try await withStalledHarness { harness, gate in
            let digest = hasDigest ? try ExpectedDigest.fixture(of: content) : nil
            try Data("old".utf8).write(to: harness.file)
            let call = Task { try await harness.download(expecting: digest) }
            await gate.waitForArrivals(1)
            try replacePartialFile(of: harness)
            gate.open()
            await expectError(conflict) { try await call.value }
            #expect(try Data(contentsOf: harness.file) == Data("old".utf8))
            #expect(try Data(contentsOf: harness.partial) == foreign)
            #expect(try harness.names == ["file.bin", "file.bin.partial"], "a record would include the foreign bytes")
        }
    }

    @Test("another program's file is not recorded as the download's if that is cancelled")
    func replacedThenCancelled() async throws {
        try await withStalledHarness { harness, gate in
            let call = Task { try await harness.download() }
            await gate.waitForArrivals(1)
            try replacePartialFile(of: harness)
            call.cancel()
            await expectError(.cancelled) { try await call.value }
            let record = (try? Data(contentsOf: harness.sidecar)).flatMap(DownloadRecord.init)
            #expect(record?.durable ?? 0 == 0)
            #expect(try Data(contentsOf: harness.partial) == foreign)
        }
    }

    @Test(
        "another program's file is not read, written or deleted, and no request is sent",
        arguments: [nil, "{}", "[1]", "\"text\""])
    func foreign(sidecar: String?) async throws {
        try await withTemporaryFolder { folder in
            let content = content
            let harness = try DownloadHarness(in: folder) { request in .file(content, for: request) }
            try Data("old".utf8).write(to: harness.file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: harness.file.path)
            try foreign.write(to: harness.partial)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: harness.partial.path)
            try sidecar.map { try Data($0.utf8).write(to: harness.sidecar) }
            await expectError(conflict) { try await harness.download() }
            #expect(harness.server.calls.isEmpty)
            #expect(try Data(contentsOf: harness.partial) == foreign)
            #expect(try mode(of: harness.partial) == 0o640)
            #expect(try sidecar.map { try Data(contentsOf: harness.sidecar) == Data($0.utf8) } ?? true)
            try FileManager.default.removeItem(at: harness.partial)
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == content)
        }
    }

    @Test(
        "a record that is empty, torn or unreadable is set aside with its bytes, and the download begins again",
        arguments: ["", #"{"version": 3, "rec"#, "\0\0\0\0", nil])
    func damaged(sidecar: String?) async throws {
        try await withTemporaryFolder { folder in
            let content = content
            let harness = try DownloadHarness(in: folder) { request in .file(content, for: request) }
            for number in 1...2 {
                try foreign.write(to: harness.partial)
                try Data((sidecar ?? "").utf8).write(to: harness.sidecar)
                let mode = sidecar == nil ? 0 : 0o600
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: harness.sidecar.path)
                try await harness.download()
                #expect(try Data(contentsOf: harness.file) == content)
                let aside = folder.appending(path: "file.bin.partial-\(number)")
                #expect(try Data(contentsOf: aside) == foreign)
                #expect(try harness.names.count == 1 + 2 * number)
            }
        }
    }

    @Test("a partial file of an older version of this program is replaced, and the download restarts")
    func olderVersion() async throws {
        try await withTemporaryFolder { folder in
            let content = content
            let harness = try DownloadHarness(in: folder) { request in .file(content, for: request) }
            try content.prefix(4_000).write(to: harness.partial)
            let old = #"{"version": 2, "record": {"durable": 4000, "validator": "\"v1\""}}"#
            try Data(old.utf8).write(to: harness.sidecar)
            try await harness.download()
            #expect(harness.decisions == [.restarted(.noRecord)])
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(try harness.names == ["file.bin"])
        }
    }

    @Test("a name that leaves no room for the endings of helper files is downloaded too", arguments: [238, 239, 255])
    func longNames(length: Int) async throws {
        try await withTemporaryFolder { folder in
            let name = String(repeating: "\u{E9}", count: length / 2) + (length % 2 == 0 ? "" : "a")
            let target = (folder as URL).appending(path: name)
            for text in ["first", "second"] {
                let file = try PosixPartialFile(for: target)
                try file.write(Data(text.utf8), at: 0)
                try file.save(DownloadRecord(target: .fixture(), validator: nil, total: nil, durable: 0))
                #expect(PosixPartialFile.isLocked(for: target))
                let helper = (folder as URL).appending(path: name + ".partial").path
                #expect(FileManager.default.fileExists(atPath: helper) == (length == 238))
                try file.publish()
                #expect(try Data(contentsOf: target) == Data(text.utf8))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
            }
            let names = PartialNames(for: target.path)
            for path in [names.partial, names.sidecar] { try Data("{".utf8).write(to: URL(filePath: path)) }
            _ = try PosixPartialFile(for: target)
            #expect(FileManager.default.fileExists(atPath: names.partial + "-1.json"))
        }
    }

    @Test(
        "a replaced file's permissions are preserved, and no other user can read more of its partial file at any time",
        arguments: [(0o600, 0o600), (0o444, 0o644)])
    func permissions(of replaced: Int, partial: Int) async throws {
        try await withStalledHarness { harness, gate in
            try Data("old".utf8).write(to: harness.file)
            try FileManager.default.setAttributes([.posixPermissions: replaced], ofItemAtPath: harness.file.path)
            let call = Task { try await harness.download() }
            await gate.waitForArrivals(1)
            #expect(try mode(of: harness.partial) == partial)
            gate.open()
            _ = try await call.value
            #expect(try mode(of: harness.file) == replaced)
        }
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}
