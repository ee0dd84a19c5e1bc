import ContractServers
import ContractSuites
import NIOTransport
import RawSocketServer
import TestSupport
import Testing

@Suite("Contracts of Transport", .timeLimit(.minutes(20)))
struct ContractTests {
    @Test("NIOTransport conforms to the transport contract", arguments: TransportContract.clauses)
    func transportContract(clause: ContractClause<TransportSubject>) async throws {
        try await RawSocketServer.withServer { server in
            try await NIOTransport.withTransport { transport in
                try await clause.check(
                    TransportSubject(transport: transport, server: HTTPServer(server)))
            }
        }
    }

    @Test("NIOTransport conforms to the wire contract", arguments: WireContract.clauses)
    func wireContract(clause: ContractClause<WireSubject>) async throws {
        try await UnresponsivePort.withRefusingPort { refusingAuthority in
            try await RawSocketServer.withServer { server in
                let scripted = ScriptedServer(server: server, refusingAuthority: refusingAuthority)
                try await NIOTransport.withTransport { transport in
                    try await clause.check(WireSubject(transport: transport, server: scripted))
                }
            }
        }
    }

    @Test(
        "NIOTransport conforms to the transport contract with buffered responses",
        arguments: BufferedResponses.clauses(of: TransportContract.clauses))
    func bufferedResponses(clause: ContractClause<TransportSubject>) async throws {
        try await RawSocketServer.withServer { server in
            try await NIOTransport.withTransport { transport in
                try await clause.check(
                    TransportSubject(transport: BufferedResponses(from: transport), server: HTTPServer(server)))
            }
        }
    }

    @Test(
        "NIOTransport conforms to the wire contract with buffered responses",
        arguments: BufferedResponses.clauses(of: WireContract.clauses))
    func bufferedResponsesOnTheWire(clause: ContractClause<WireSubject>) async throws {
        try await UnresponsivePort.withRefusingPort { refusingAuthority in
            try await RawSocketServer.withServer { server in
                let scripted = ScriptedServer(server: server, refusingAuthority: refusingAuthority)
                try await NIOTransport.withTransport { transport in
                    try await clause.check(WireSubject(transport: BufferedResponses(from: transport), server: scripted))
                }
            }
        }
    }

    @Test("NIOTransport conforms to the limits of the wire contract", arguments: WireContract.limitClauses)
    func limits(clause: ContractClause<LimitedWireSubject>) async throws {
        try await RawSocketServer.withServer { server in
            let scripted = ScriptedServer(server: server, refusingAuthority: "")
            try await clause.check(LimitedWireSubject(server: scripted) { NIOTransport($0) })
        }
    }

    @Test(
        "NIOTransport conforms to the limits of the wire contract with buffered responses",
        arguments: WireContract.limitClauses)
    func limitsOfBufferedResponses(clause: ContractClause<LimitedWireSubject>) async throws {
        try await RawSocketServer.withServer { server in
            let scripted = ScriptedServer(server: server, refusingAuthority: "")
            try await clause.check(LimitedWireSubject(server: scripted) { BufferedResponses(from: NIOTransport($0)) })
        }
    }

    @Test("the clauses skipped for buffered responses all exist in the contracts")
    func skippedClauses() {
        let promises = TransportContract.clauses.map(\.promise) + WireContract.clauses.map(\.promise)
        #expect(BufferedResponses.promisesOfBodiesUnderWay.isSubset(of: promises))
    }

    @Test("FakeTransport conforms to the transport contract", arguments: TransportContract.clauses)
    func fake(clause: ContractClause<TransportSubject>) async throws {
        let transport = FakeTransport()
        try await clause.check(TransportSubject(transport: transport, server: transport))
    }
}
