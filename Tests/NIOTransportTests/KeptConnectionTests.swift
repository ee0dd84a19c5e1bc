import ContractServers
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer
import TestSupport
import Testing

@Suite("A kept connection that the server closes", .serialized, .timeLimit(.minutes(2)))
struct KeptConnectionTests {
    private typealias Errors = [String: TransportError]

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// How the server takes its leave, although the client was told that the connection is kept.
    enum Leave: CaseIterable {
        case close, reset, finishSending
    }

    /// The end of each connection meets the next request at another moment. Every third connection reads that request and
    /// gives no answer: such a request must never be called stale.
    @Test("no request that the server saw is ever called stale", arguments: Leave.allCases)
    func race(leave: Leave) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { try await Self.play(leave, on: $0) }
            try await NIOTransport.withTransport { transport in
                let stale = try await race(transport, against: server, at: "http://\(server.authority)")
                // A reset is known to the system as soon as it comes, and the next write fails.
                if leave == .reset { #expect(stale > 0) }
            }
        }
    }

    @Test("nor is one that came over TLS", arguments: Leave.allCases)
    func raceOverTLS(leave: Leave) async throws {
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        try await SecureServer.withServer(showing: TestCertificates.localhost) { server in
            server.server.serve { try await Self.play(leave, on: $0) }
            try await NIOTransport.withTransport(trusting: trust) { transport in
                _ = try await race(transport, against: server.server, at: "https://localhost:\(server.port)")
            }
        }
    }

    private static func play(_ leave: Leave, on connection: RawConnection) async throws {
        let first = try await connection.receiveRequest()
        try await connection.send(answer)
        if first.line.contains(" /0/") {
            try await connection.receiveRequest()
            return try await connection.reset()
        }
        switch leave {
        case .close: return
        case .reset: try await connection.reset()
        case .finishSending:
            try await connection.finishSending()
            try await connection.receiveRequest()
        }
    }

    /// Gives the number of stale connections.
    private func race(
        _ transport: NIOTransport, against server: RawSocketServer, at origin: String
    ) async throws -> Int {
        let errors = try await withThrowingTaskGroup(of: Errors.self) { group in
            for lane in 1...4 {
                group.addTask { try await self.lane(lane, of: transport, at: origin) }
            }
            return try await group.reduce(into: [:]) { all, errors in all.merge(errors) { first, _ in first } }
        }
        let seen = Set(server.requests.map { $0.line.components(separatedBy: " ")[1] })
        let lost = errors.filter { $0.value == .connectionLost }
        let stale = errors.filter { $0.value == .connectionStale }
        #expect(lost.count + stale.count == errors.count, "\(Set(errors.values.map { "\($0)" }))")
        // Otherwise it was no race.
        let isRace = lost.keys.contains(where: seen.contains)
        #expect(isRace)
        let called = stale.keys.filter(seen.contains)
        #expect(called.isEmpty)
        return stale.count
    }

    /// Sends one request after the other, every second with a body; gives the errors of those that failed, by their path.
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
