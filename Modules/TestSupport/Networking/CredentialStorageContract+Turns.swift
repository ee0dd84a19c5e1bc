import Foundation
import Networking
import Primitives
import Testing

extension CredentialStorageContract {
    static var turnClauses: [ContractClause<any CredentialStorage>] {
        [
            ContractClause("the turn is one process's until it is given back, and may be asked for again") { storage in
                try await storage.expect(.ours, by: 1)
                try await storage.expect(.theirs, by: 2)
                try await storage.expect(.ours, by: 1)
                try await storage.releaseRenewal(by: SequentialIdentifierSource.identifier(1))
                try await storage.expect(.ours, by: 2)
            },
            ContractClause("nobody gives back somebody else's turn") { storage in
                try await storage.expect(.ours, by: 1)
                try await storage.releaseRenewal(by: SequentialIdentifierSource.identifier(2))
                try await storage.expect(.theirs, by: 2)
            },
            ContractClause("a turn ends with its lease, as that of a process that died") { storage in
                try await storage.expect(.ours, by: 1, after: 0)
                try await storage.expect(.theirs, by: 2, after: 9.9)
                try await storage.expect(.ours, by: 2, after: 10)
            },
            ContractClause("asking again extends the lease") { storage in
                try await storage.expect(.ours, by: 1, after: 0)
                try await storage.expect(.ours, by: 1, after: 9)
                try await storage.expect(.theirs, by: 2, after: 18)
                try await storage.expect(.ours, by: 2, after: 19)
            },
            ContractClause("who looked at the clock before the holder, and asks after it, does not have the turn") {
                storage in
                try await storage.expect(.ours, by: 1, after: 1)
                try await storage.expect(.theirs, by: 2, after: 0)
            },
            ContractClause("a calendar that was set back holds nobody up") { storage in
                try await storage.expect(.ours, by: 1, after: 3_600)
                try await storage.expect(.ours, by: 2, after: 0)
            },
            ContractClause("a save ends the turn") { storage in
                try await storage.expect(.ours, by: 1)
                let isSaved = try await storage.save(.fixture(2), replacing: Secret("access-1"))
                #expect(isSaved)
                try await storage.expect(.ours, of: 2, by: 2)
            },
            ContractClause("who asks to renew what is no longer kept is given what is, even while others renew") {
                storage in
                let isSaved = try await storage.save(.fixture(2), replacing: Secret("access-1"))
                #expect(isSaved)
                try await storage.expect(.superseded(by: .fixture(2)), of: 1, by: 1)
                try await storage.expect(.ours, of: 2, by: 2)
                try await storage.expect(.superseded(by: .fixture(2)), of: 1, by: 1)
            },
            ContractClause("after clear there is nothing to renew") { storage in
                try await storage.expect(.ours, by: 1)
                _ = try await storage.clear(ifStill: Secret("access-1"))
                try await storage.expect(.signedOut, by: 2)
                try await storage.releaseRenewal(by: SequentialIdentifierSource.identifier(1))
            },
            ContractClause("a clear that finds another credential leaves the turn with who has it") { storage in
                try await storage.expect(.ours, by: 1)
                _ = try await storage.clear(ifStill: Secret("access-0"))
                try await storage.expect(.theirs, by: 2)
            },
        ]
    }
}

extension CredentialStorage {
    /// Asks as the `number`th process, with a lease of ten seconds, `seconds` after the beginning of 2026.
    func claim(of generation: Int = 1, by number: UInt32, after seconds: TimeInterval = 0) async throws -> RenewalTurn {
        try await claimRenewal(
            of: BearerCredential.fixture(generation).token, by: SequentialIdentifierSource.identifier(number),
            at: Date(timeIntervalSince1970: 1_767_225_600 + seconds), lease: .seconds(10))
    }

    fileprivate func expect(
        _ turn: RenewalTurn, of generation: Int = 1, by number: UInt32, after seconds: TimeInterval = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let given = try await claim(of: generation, by: number, after: seconds)
        #expect(given == turn, sourceLocation: sourceLocation)
    }
}
