import ContractServers
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer
import TestSupport
import Testing
import TransportSecurity

@Suite("Reused connections that the server closes", .serialized, .timeLimit(.minutes(20)))
struct ReusedConnectionTests {
    private typealias Errors = [String: TransportError]

    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// How the server ends a connection that it has announced as persistent.
    enum ConnectionEnding: CaseIterable {
        case close, reset, finishSending
    }

    /// The end of each connection meets the next request at another moment. Every third connection reads that request
    /// and sends no response: such a request may have been processed, and must not be sent again.
    @Test("a request that the server has received is not sent again", arguments: ConnectionEnding.allCases)
    func race(ending: ConnectionEnding) async throws {
        var configuration = NIOTransportConfiguration()
        // The race is tested, even if a busy machine needs long for a connection.
        configuration.connectTimeout = .seconds(60)
        try await RawSocketServer.withServer { server in
            server.serve { try await Self.play(ending, on: $0) }
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                try await race(transport, against: server, at: "http://\(server.authority)")
            }
        }
    }

    @Test("a request that the server has received over TLS is not sent again", arguments: ConnectionEnding.allCases)
    func raceOverTLS(ending: ConnectionEnding) async throws {
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        try await SecureServer.withServer(showing: TestCertificates.localhost) { server in
            server.server.serve { try await Self.play(ending, on: $0) }
            try await NIOTransport.withTransport(trusting: trust) { transport in
                try await race(transport, against: server.server, at: "https://localhost:\(server.port)")
            }
        }
    }

    private static func play(_ ending: ConnectionEnding, on connection: RawConnection) async throws {
        let first = try await connection.receiveRequest()
        try await connection.send(response)
        if first.line.contains(" /0/") {
            try await connection.receiveRequest()
            return try await connection.reset()
        }
        switch ending {
        case .close: return
        case .reset: try await connection.reset()
        case .finishSending:
            try await connection.finishSending()
            try await connection.receiveRequest()
        }
    }

    /// A server that closes after its response without announcing it. The end has arrived before the next request
    /// starts, so the request goes over a new connection: even a POST, and one with a streamed body.
    @Test("a connection whose end has arrived is never reused", arguments: [ConnectionEnding.close, .reset])
    func closedBefore(ending: ConnectionEnding) async throws {
        try await RawSocketServer.withServer { server in
            let closed = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(Self.response)
                // The client may have been faster: a response that arrives before the whole request is marked as sent
                // is its connection's last.
                do {
                    if ending == .reset { try await connection.reset() } else { try await connection.cut() }
                } catch {}
                await closed.pass()
            }
            try await NIOTransport.withTransport { transport in
                let url = try #require(URL(string: "http://\(server.authority)/"))
                for round in 1...100 {
                    let body = RequestBody.Streamed(length: 3, isReplayable: false) { ByteStream(Data("abc".utf8)) }
                    let request = HTTPRequest(method: .post, url: url)
                    // A buffered response, because a reset may cut a streamed one.
                    let options = ExchangeOptions(.buffered(limit: 2))
                    _ = try? await transport.send(request, body: .stream(body), on: options)
                    await closed.waitForArrivals(round)
                }
                #expect(server.requests.count == 100)
                #expect(server.connectionCount == 100)
            }
        }
    }

    private func race(_ transport: NIOTransport, against server: RawSocketServer, at origin: String) async throws {
        let errors = try await withThrowingTaskGroup(of: Errors.self) { group in
            for lane in 1...4 {
                group.addTask { try await self.lane(lane, of: transport, at: origin) }
            }
            return try await group.reduce(into: [:]) { all, errors in all.merge(errors) { first, _ in first } }
        }
        let seen = server.requests.map { $0.line.components(separatedBy: " ")[1] }
        #expect(errors.values.allSatisfy { $0 == .connectionLost }, "\(errors)")
        // Otherwise there was no race.
        let isRace = errors.keys.contains(where: Set(seen).contains)
        #expect(isRace)
        let again = Dictionary(grouping: seen, by: \.self).filter { $0.value.count > 1 }.keys
        #expect(again.isEmpty)
    }

    /// Sends one request after the other, every second with a body; returns the errors of the failed ones, by path.
    private func lane(_ lane: Int, of transport: NIOTransport, at origin: String) async throws -> Errors {
        var errors: Errors = [:]
        for round in 1...40 {
            let path = "/\(round % 3)/\(round)/\(lane)"
            let url = try #require(URL(string: origin + path))
            do throws(TransportError) {
                let body = round.isMultiple(of: 2) ? RequestBody.data(Data(count: 3_000)) : .empty
                let response = try await transport.send(HTTPRequest(method: .post, url: url), body: body)
                _ = try await response.body.collect(upTo: 2)
            } catch {
                errors[path] = error
            }
        }
        return errors
    }
}
