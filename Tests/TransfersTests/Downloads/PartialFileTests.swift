import ContractSuites
import Foundation
import TestSupport
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

    private func subject(_ disk: CrashingDisk) -> PartialFileSubject {
        PartialFileSubject(disk: disk, destination: URL(filePath: "/nowhere/file")) {
            disk.published
        } put: {
            disk.put($0)
        }
    }
}
