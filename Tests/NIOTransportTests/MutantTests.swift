import ContractServers
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import Testing

@Suite("Detection of broken transports", .timeLimit(.minutes(10)))
struct MutantTests {
    /// A promise, and a deviation that breaks it.
    private struct Breach: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let deviation: Mutant.Deviation

        init(_ promise: String, by deviation: @escaping Mutant.Deviation) {
            (testDescription, self.deviation) = (promise, deviation)
        }
    }

    private static let breaches = [
        Breach("a redirect is not followed") { fake, request, _, _ throws(TransportError) in
            let response = try await fake.send(request, body: .empty)
            guard response.head.headerFields[.location] != nil else { return response }
            var next = request
            next.path = response.head.headerFields[.location]
            return try await fake.send(next, body: .empty)
        },
        Breach("two Set-Cookie fields are not combined") { fake, request, _, _ throws(TransportError) in
            var response = try await fake.send(request, body: .empty)
            let joined = response.head.headerFields[values: .setCookie].joined(separator: ", ")
            response.head.headerFields[values: .setCookie] = [joined]
            return response
        },
        Breach("after shutdown every call fails as closed") { _, request, _, _ throws(TransportError) in
            try await FakeTransport { _ in .text("open") }.send(request, body: .empty)
        },
        Breach("path and query arrive byte for byte") { fake, request, _, _ throws(TransportError) in
            var other = request
            other.path = request.path.map { path in String(path.prefix { $0 != "?" }) }
            return try await fake.send(other, body: .empty)
        },
        Breach("shutdown during a body ends it as closed, for current and later readers") {
            _, _, _, _ throws(TransportError) in .pieces([Data("hello".utf8)])
        },
        Breach("shutdown under load ends every call with its response or as closed") {
            fake, request, _, _ throws(TransportError) in
            do throws(TransportError) {
                return try await fake.send(request, body: .empty)
            } catch {
                throw error == .closed ? .connectionLost : error
            }
        },
        Breach("a buffered response is complete when the call returns", by: streaming),
        Breach("a buffered response with one byte too many is too large", by: streaming),
        Breach("a response before the deadline leaves no timer") {
            fake, request, body, options throws(TransportError) in
            _ = options.setTimer {}
            return try await fake.sendInTask(request, body: body, on: options)
        },
        Breach(
            "a deadline ends a request that waits for the head of its response",
            by: reporting(.cancelled, for: .deadlinePassed)),
        Breach(
            "a deadline ends a buffered response whose body stalls", by: reporting(.cancelled, for: .deadlinePassed)),
        Breach(
            "cancelling a buffered request before its deadline reports cancellation, not a timeout",
            by: reporting(.deadlinePassed, for: .cancelled)),
    ]

    private static let streaming: Mutant.Deviation = { fake, request, body, options throws(TransportError) in
        var options = options
        options.delivery = .streamed
        return try await fake.sendInTask(request, body: body, on: options)
    }

    private static func reporting(_ other: TransportError, for error: TransportError) -> Mutant.Deviation {
        { fake, request, body, options throws(TransportError) in
            do throws(TransportError) {
                return try await fake.sendInTask(request, body: body, on: options)
            } catch let thrown {
                throw thrown == error ? other : thrown
            }
        }
    }

    @Test("the contracts detect a transport that breaks a promise", arguments: breaches)
    private func mutant(breach: Breach) async throws {
        let clause = try #require(TransportContract.clauses.first { $0.promise == breach.testDescription })
        try await EngineContracts.expectBreach(of: [clause]) {
            let fake = FakeTransport()
            return TransportSubject(transport: Mutant(base: fake, deviation: breach.deviation), server: fake)
        }
    }

    @Test(
        "the contracts detect a transport that reports every limit as a lost connection",
        arguments: WireContract.limitClauses)
    func hidingLimits(clause: ContractClause<LimitedWireSubject>) async throws {
        try await expectBreach(of: clause) { limits in
            Mutant(base: NIOTransport(limits)) { nio, request, body, _ throws(TransportError) in
                do throws(TransportError) {
                    return .data(try await nio.send(request, body: body).body.collect(upTo: .max))
                } catch {
                    throw .connectionLost
                }
            }
        }
    }

    @Test("the contracts detect a transport that decodes more than its limit")
    func decoding() async throws {
        let clause = try #require(WireContract.limitClauses.first { $0.promise.contains("gzip") })
        try await expectBreach(of: clause) { limits in
            var limits = limits
            limits.decodedBodyLimit = limits.decodedBodyLimit.map { $0 + 1 }
            return NIOTransport(limits)
        }
    }

    private func expectBreach(
        of clause: ContractClause<LimitedWireSubject>, by makeMutant: @escaping @Sendable (WireLimits) -> any Transport
    ) async throws {
        try await RawSocketServer.withServer { server in
            let scripted = ScriptedServer(server: server, refusingAuthority: "")
            try await EngineContracts.expectBreach(of: [clause]) {
                LimitedWireSubject(server: scripted, makeTransport: makeMutant)
            }
        }
    }
}

/// A transport with one fault.
private struct Mutant: Transport {
    typealias Deviation =
        @Sendable (any Transport, HTTPRequest, RequestBody, ExchangeOptions) async throws(TransportError) ->
        ServerResponse

    let base: any Transport
    let deviation: Deviation

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await deviation(base, request, body, ExchangeOptions(.streamed))
    }

    func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        try await deviation(base, request, body, options)
    }

    func shutdown() async {
        await base.shutdown()
    }
}
