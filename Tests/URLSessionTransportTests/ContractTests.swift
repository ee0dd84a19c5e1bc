import ContractServers
import EngineContracts
import Networking
import Primitives
import RawSocketServer
import Testing
import URLSessionTransport

@Suite("Contracts of Transport and URLSession's gaps", .timeLimit(.minutes(20)))
struct ContractTests {
    @Test(
        "URLSessionTransport conforms to the transport contract, except for its gaps",
        arguments: TransportContract.clauses)
    func transportContract(clause: ContractClause<TransportSubject>) async throws {
        try await RawSocketServer.withServer { server in
            let httpServer = HTTPServer(server)
            try await URLSessionTransport.withTransport { transport in
                try await check(clause, on: TransportSubject(transport: transport, server: httpServer))
            }
        }
    }

    @Test("URLSessionTransport conforms to the wire contract, except for its gaps", arguments: WireContract.clauses)
    func wireContract(clause: ContractClause<WireSubject>) async throws {
        try await UnresponsivePort.withRefusingPort { refusingAuthority in
            try await RawSocketServer.withServer { server in
                let scripted = ScriptedServer(server: server, refusingAuthority: refusingAuthority)
                try await URLSessionTransport.withTransport { transport in
                    try await check(clause, on: WireSubject(transport: transport, server: scripted))
                }
            }
        }
    }

    @Test(
        "URLSessionTransport conforms to the limits of the wire contract, except for its gaps",
        arguments: WireContract.limitClauses)
    func limits(clause: ContractClause<LimitedWireSubject>) async throws {
        try await RawSocketServer.withServer { server in
            let scripted = ScriptedServer(server: server, refusingAuthority: "")
            try await check(clause, on: LimitedWireSubject(server: scripted) { URLSessionTransport($0) })
        }
    }

    /// A gap must be detected: a clause that starts to pass fails the test, so that it is removed from the list.
    private func check<Subject>(_ clause: ContractClause<Subject>, on subject: Subject) async throws {
        guard let gap = ContractGap.of(clause.promise) else { return try await clause.check(subject) }
        switch gap.consequence {
        case .failure:
            try await expectBreach(of: [clause]) { subject }
        case .happens:
            _ = try await recordedIssues { try await clause.check(subject) }
        case .wait:
            let issues = try await recordedIssues { try await withinMoments { try await clause.check(subject) } }
            #expect(!issues.isEmpty, "\(gap.reason)")
        case .crash:
            // Checked in a separate process, by CrashTests.
            break
        }
    }

    private struct StillWaiting: Error {}

    private func withinMoments(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await SystemTimeSource().sleep(for: .seconds(2))
                throw StillWaiting()
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
