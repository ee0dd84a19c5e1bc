import ContractServers
import EngineContracts
import EngineTestSupport
import NIOTransport
import Networking
import RawSocketServer
import Testing

@Suite("Contracts of Transport", .timeLimit(.minutes(20)))
struct ContractTests {
    /// No clause but those of the limits may end because a busy machine takes its time.
    private static var patient: NIOTransportConfiguration {
        var configuration = NIOTransportConfiguration()
        (configuration.connectTimeout, configuration.idleTimeout) = (.seconds(600), .seconds(600))
        return configuration
    }

    /// On `transport`, or on buffered responses from it.
    private static func way(over transport: NIOTransport, isBuffered: Bool) -> any Transport {
        isBuffered ? BufferedResponses(from: transport) : transport
    }

    /// Each of `clauses` with streamed responses, and with buffered ones where that differs.
    private static func both<Subject>(
        _ clauses: [ContractClause<Subject>]
    ) -> [(clause: ContractClause<Subject>, isBuffered: Bool)] {
        clauses.map { ($0, false) } + BufferedResponses.clauses(of: clauses).map { ($0, true) }
    }

    @Test(
        "NIOTransport conforms to the transport contract, with streamed and buffered responses",
        arguments: both(TransportContract.clauses))
    func transportContract(clause: ContractClause<TransportSubject>, isBuffered: Bool) async throws {
        try await RawSocketServer.withServer { server in
            try await NIOTransport.withTransport(configuration: Self.patient) { transport in
                try await clause.check(
                    TransportSubject(
                        transport: Self.way(over: transport, isBuffered: isBuffered), server: HTTPServer(server)))
            }
        }
    }

    @Test(
        "NIOTransport conforms to the wire contract, with streamed and buffered responses",
        arguments: both(WireContract.clauses))
    func wireContract(clause: ContractClause<WireSubject>, isBuffered: Bool) async throws {
        try await UnresponsivePort.withRefusingPort { refusingAuthority in
            try await RawSocketServer.withServer { server in
                let scripted = ScriptedServer(server: server, refusingAuthority: refusingAuthority)
                try await NIOTransport.withTransport(configuration: Self.patient) { transport in
                    try await clause.check(
                        WireSubject(transport: Self.way(over: transport, isBuffered: isBuffered), server: scripted))
                }
            }
        }
    }

    @Test(
        "NIOTransport conforms to the limits of the wire contract, with streamed and buffered responses",
        arguments: WireContract.limitClauses, [false, true])
    func limits(clause: ContractClause<LimitedWireSubject>, isBuffered: Bool) async throws {
        try await RawSocketServer.withServer { server in
            let scripted = ScriptedServer(server: server, refusingAuthority: "")
            try await clause.check(
                LimitedWireSubject(server: scripted) { Self.way(over: NIOTransport($0), isBuffered: isBuffered) })
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
