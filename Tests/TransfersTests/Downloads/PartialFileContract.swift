import ContractSuites
import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@testable import Transfers

/// A disk and the place of one file on it.
struct PartialFileSubject: Sendable {
    let disk: any DownloadDisk
    let destination: URL
    /// What lies at the destination.
    let published: @Sendable () -> Data?
    /// Lets another program write a file in the partial file's place.
    let put: @Sendable (Data) -> Void

    func open() throws -> any PartialFile { try disk.open(for: destination) }
}

/// What a download relies on, whichever disk it is.
enum PartialFileContract {
    static var clauses: [ContractClause<PartialFileSubject>] {
        [
            ContractClause("a new file has neither bytes nor record") { subject in
                let found = try subject.open().found()
                #expect(found.record == nil && found.length == 0)
            },
            ContractClause("bytes and record are there when the file is opened again") { subject in
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
            ContractClause("cutting keeps the beginning, and what is written then follows it") { subject in
                let file = try subject.open()
                try file.write(Data([1, 2, 3, 4]), at: 0)
                try file.cut(to: 2)
                try file.write(Data([9]), at: 2)
                try file.synchronize()
                try file.publish()
                #expect(subject.published() == Data([1, 2, 9]))
            },
            ContractClause("bytes without a record are another program's, and stay") { subject in
                subject.put(Data([1, 2, 3]))
                #expect(throws: DownloadFailure.self) { try subject.open() }
                subject.put(Data())
                let found = try subject.open().found()
                #expect(found.length == 0)
            },
            ContractClause("bytes with a record that nothing continues can be opened") { subject in
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
            ContractClause("what was published is gone from here, and the record with it") { subject in
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
            ContractClause("what was removed is gone") { subject in
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
