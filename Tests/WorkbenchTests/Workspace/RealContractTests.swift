import Foundation
import Testing

@testable import Workbench

/// The contract and vocabulary of this workspace. `make check` judges the workspace by them.
@Suite struct RealContractTests {
    private let contract: LayerContract
    private let vocabulary: Vocabulary

    init() throws {
        var root = URL(filePath: #filePath)
        for _ in 1...4 {
            root.deleteLastPathComponent()
        }
        let tree = FileTree(root: root.path(percentEncoded: false))
        contract = try ContractFile(text: tree.text(of: ContractFile.path)).contract
        vocabulary = try Vocabulary(text: tree.text(of: Vocabulary.path))
    }

    @Test("every row of the contract has a reason")
    func reasons() {
        let reasons =
            contract.targets.map(\.reason) + contract.packages.map(\.reason) + contract.currency.map(\.reason)
            + contract.sharedPackages.map(\.reason) + contract.systemModules.map(\.reason)
            + contract.words.map(\.reason) + contract.outside.map(\.reason)
            + contract.exceptions.map(\.reason)

        #expect(contract.targets.count > 10)
        #expect(reasons.allSatisfy { $0.count > 10 })
    }

    @Test("every word rule and phrase passes its own test")
    func words() {
        #expect(!contract.words.isEmpty)
        for row in contract.words {
            #expect(throws: Never.self, "\(row.id)") { try WordRule(row: row) }
        }
        #expect(!vocabulary.phrases.isEmpty)
        #expect(throws: Never.self) { try VocabularyRule(rows: vocabulary.phrases, judgesAll: true) }
    }

    @Test("modules import no adapter, and the backend imports no module")
    func layers() {
        let adapters = Set(contract.targets.filter { $0.kind == .adapter }.map(\.target))

        for row in contract.targets where row.kind == .module {
            #expect(adapters.isDisjoint(with: row.imports), "\(row.target)")
        }
        #expect(contract.row(of: "Backend")?.imports == [])
    }
}
