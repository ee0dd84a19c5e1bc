import Foundation
import Testing

@testable import Workbench

/// The contract of this very workspace; that the workspace keeps to it is `make check`'s business.
@Suite struct RealContractTests {
    private func contract() throws -> LayerContract {
        var root = URL(filePath: #filePath)
        for _ in 1...4 {
            root.deleteLastPathComponent()
        }
        return try ContractFile(text: FileTree(root: root.path(percentEncoded: false)).text(of: ContractFile.path))
            .contract
    }

    @Test("the contract can be read, and every row says why")
    func reasons() throws {
        let contract = try contract()
        let reasons =
            contract.targets.map(\.reason) + contract.packages.map(\.reason) + contract.currency.map(\.reason)
            + contract.systemModules.map(\.reason) + contract.words.map(\.reason) + contract.outside.map(\.reason)
            + contract.exceptions.map(\.reason)

        #expect(contract.targets.count > 10)
        #expect(reasons.allSatisfy { $0.count > 10 })
    }

    @Test("every word rule catches its own breach and passes its clean twin")
    func words() throws {
        let words = try contract().words

        #expect(!words.isEmpty)
        for row in words {
            #expect(throws: Never.self, "\(row.id)") { try WordRule(row: row) }
        }
    }

    @Test("modules know no adapter, and the backend knows nothing of ours")
    func laws() throws {
        let contract = try contract()
        let adapters = Set(contract.targets.filter { $0.kind == .adapter }.map(\.target))

        for row in contract.targets where row.kind == .module {
            #expect(adapters.isDisjoint(with: row.imports), "\(row.target)")
        }
        #expect(contract.row(of: "Backend")?.imports == [])
    }
}
