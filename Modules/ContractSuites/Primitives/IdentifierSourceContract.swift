import Foundation
public import Primitives
import Testing

/// The contract that every `IdentifierSource` fulfils.
public enum IdentifierSourceContract {
    /// The clauses. Each needs a new source.
    public static var clauses: [ContractClause<any IdentifierSource>] {
        [
            ContractClause("no identifier is returned twice") { source in
                #expect(Set((0..<1_000).map { _ in source.next() }).count == 1_000)
            },
            ContractClause("concurrent tasks get different identifiers") { source in
                let identifiers = await withTaskGroup(of: UUID.self, returning: Set<UUID>.self) { group in
                    for _ in 0..<100 { group.addTask { source.next() } }
                    return await group.reduce(into: []) { $0.insert($1) }
                }
                #expect(identifiers.count == 100)
            },
            ContractClause("an identifier is a random UUID: version 4, variant 10 in binary") { source in
                let bytes = source.next().uuid
                #expect(bytes.6 >> 4 == 4)
                #expect(bytes.8 >> 6 == 0b10)
            },
        ]
    }
}
