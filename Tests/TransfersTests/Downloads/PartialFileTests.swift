import EngineContracts
import EngineTestSupport
import Foundation
import Networking
import Primitives
import Testing

@testable import Transfers

@Suite("Partial files")
struct PartialFileTests {
    @Test("PosixDisk conforms to the partial file contract", arguments: PartialFileContract.clauses)
    func posix(clause: ContractClause<PartialFileSubject>) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try await clause.check(
                PartialFileSubject(disk: PosixDisk(), destination: file) {
                    try? Data(contentsOf: file)
                } put: {
                    try? $0.write(to: file.appendingPathExtension("partial"))
                })
        }
    }

    @Test("CrashingDisk conforms to the partial file contract", arguments: PartialFileContract.clauses)
    func crashing(clause: ContractClause<PartialFileSubject>) async throws {
        try await clause.check(subject(CrashingDisk()))
    }

    @Test("a disk that always fails breaks every clause of the contract")
    func mutant() async throws {
        for clause in PartialFileContract.clauses {
            try await expectBreach(of: [clause]) {
                let disk = CrashingDisk()
                disk.die(atWrite: -1)
                return subject(disk)
            }
        }
    }

    @Test("a released partial file is unlocked, even if a child process still shares the open file")
    func unlocked() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            // Like the descriptor that a child has between fork and exec.
            let shared = try withExtendedLifetime(try PosixDisk().open(for: file)) {
                try descriptor(of: file.appendingPathExtension("partial"))
            }
            defer { close(shared) }
            #expect(!PosixPartialFile.isLocked(for: file))
        }
    }

    @Test("the digest of a large file ends with its task")
    func cancelledDigest() async throws {
        try await withTemporaryFolder { folder in
            let file = try PosixDisk().open(for: folder.appending(path: "file"))
            try file.write(Data(repeating: 7, count: 1_000_000), at: 0)
            let digest = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try file.digest(by: FakeHashing())
            }
            #expect(try await digest.value == FakeHashing().begin().digest())
        }
    }

    /// A second descriptor for the file that this process has opened at `file`.
    private func descriptor(of file: URL) throws -> Int32 {
        var (named, opened) = (stat(), stat())
        try #require(stat(file.path, &named) == 0)
        let all = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap(Int32.init)
        let found = all.first {
            fstat($0, &opened) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
        }
        return dup(try #require(found))
    }

    private func subject(_ disk: CrashingDisk) -> PartialFileSubject {
        PartialFileSubject(disk: disk, destination: URL(filePath: "/nowhere/file")) {
            disk.published
        } put: {
            disk.put($0)
        }
    }
}

/// A disk and the location of one file on it.
struct PartialFileSubject: Sendable {
    let disk: any DownloadDisk
    let destination: URL
    /// The file at the destination.
    let published: @Sendable () -> Data?
    /// Lets another program write a file in place of the partial file.
    let put: @Sendable (Data) -> Void

    func open() throws -> any PartialFile { try disk.open(for: destination) }
}

/// What a download requires of any disk.
enum PartialFileContract {
    static var clauses: [ContractClause<PartialFileSubject>] {
        [
            ContractClause("a new partial file has neither bytes nor a record") { subject in
                let found = try subject.open().found()
                #expect(found.record == nil && found.length == 0)
            },
            ContractClause("bytes and record are still there when the partial file is opened again") { subject in
                let record = try DownloadRecord.fixture(durable: 3, total: 9)
                do {
                    let file = try subject.open()
                    try file.write(Data([1, 2, 3]), at: 0)
                    try file.write(Data([4]), at: 3)
                    try file.synchronize()
                    try file.save(.fixture(durable: 1))
                    try file.save(record)
                }
                let found = try subject.open().found()
                #expect(found.record == record && found.length == 4)
                #expect(subject.published() == nil)
            },
            ContractClause("truncating keeps the beginning, and later bytes follow it") { subject in
                let file = try subject.open()
                try file.write(Data([1, 2, 3, 4]), at: 0)
                try file.cut(to: 2)
                try file.write(Data([9]), at: 2)
                try file.synchronize()
                try file.publish()
                #expect(subject.published() == Data([1, 2, 9]))
            },
            ContractClause("bytes without a record belong to another program, and stay") { subject in
                subject.put(Data([1, 2, 3]))
                #expect(throws: DownloadFailure.self) { try subject.open() }
                subject.put(Data())
                let found = try subject.open().found()
                #expect(found.length == 0)
            },
            ContractClause("bytes with a record can be opened, even if they can't be continued") { subject in
                do {
                    let file = try subject.open()
                    try file.save(DownloadRecord(target: .fixture(), validator: nil, total: nil, durable: 0))
                    try file.write(Data([1, 2, 3]), at: 0)
                }
                let found = try subject.open().found()
                #expect(found.record?.durable == 0 && found.length == 3)
            },
            ContractClause("the digest is that of the bytes on the disk") { subject in
                let file = try subject.open()
                try file.write(Data("abc".utf8), at: 0)
                let digest = try file.digest(by: FakeHashing())
                #expect(digest.hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            },
            ContractClause("a published partial file is gone, and so is its record") { subject in
                do {
                    let file = try subject.open()
                    try file.write(Data([1]), at: 0)
                    try file.save(.fixture(durable: 1))
                    try file.publish()
                }
                let found = try subject.open().found()
                #expect(found.record == nil && found.length == 0)
                #expect(subject.published() == Data([1]))
            },
            ContractClause("a removed partial file is gone") { subject in
                do {
                    let file = try subject.open()
                    try file.write(Data([1]), at: 0)
                    try file.save(.fixture(durable: 1))
                    try file.remove()
                }
                let found = try subject.open().found()
                #expect(found.record == nil && found.length == 0)
                #expect(subject.published() == nil)
            },
        ]
    }
}
