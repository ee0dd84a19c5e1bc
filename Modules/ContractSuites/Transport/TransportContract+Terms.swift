import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension TransportContract {
    static var termsClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a whole answer is all there when the call returns") { subject in
                for count in [0, 1, 70_000] {
                    let sent = Data.pattern(count)
                    subject.server.answer { _ in .pieces([sent.prefix(1), sent.dropFirst()]) }
                    let response = try await subject.send(on: ExchangeTerms(.buffered(limit: count)))
                    #expect(response.wholeBody == sent)
                }
            },
            ContractClause("a whole answer with one byte too many is too large") { subject in
                for body in [ServerResponse.text("four"), .pieces([Data("fo".utf8), Data("ur".utf8)])] {
                    subject.server.answer { _ in body }
                    await #expect(throws: TransportError.responseTooLarge(limit: 3)) {
                        try await subject.send(on: ExchangeTerms(.buffered(limit: 3)))
                    }
                }
            },
            ContractClause("an answer in time leaves no alarm behind") { subject in
                let clock = ManualClock()
                subject.server.answer { _ in .text("here") }
                for delivery in [Call.Delivery.buffered(limit: 4), .streamed] {
                    let terms = ExchangeTerms(delivery, by: TimeLimit(.seconds(1), on: clock))
                    let text = try await subject.send(on: terms).text
                    #expect(text == "here")
                    #expect(clock.deadlines.isEmpty)
                }
            },
            ContractClause("a limit ends an exchange that waits for its head") { subject in
                let gate = Gate()
                subject.server.answer { _ in
                    await gate.pass()
                    return .text("late")
                }
                for (index, delivery) in [Call.Delivery.buffered(limit: 4), .streamed].enumerated() {
                    let clock = ManualClock()
                    let call = Task {
                        try await subject.send(on: ExchangeTerms(delivery, by: TimeLimit(.seconds(1), on: clock)))
                    }
                    await gate.waitForArrivals(index + 1)
                    await clock.waitForSleepers(1)
                    clock.advance(by: .seconds(1))
                    await #expect(throws: TransportError.limitPassed) { try await call.value }
                    #expect(clock.deadlines.isEmpty)
                }
                gate.open()
                let text = try await subject.get().text
                #expect(text == "late")
            },
            ContractClause("a limit ends a whole answer that stalls") { subject in
                let (clock, gate) = (ManualClock(), Gate())
                subject.server.answer { _ in .stalled(at: gate) }
                let terms = ExchangeTerms(.buffered(limit: 100), by: TimeLimit(.seconds(1), on: clock))
                let call = Task { try await subject.send(on: terms) }
                await gate.waitForArrivals(1)
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
                await #expect(throws: TransportError.limitPassed) { try await call.value }
                #expect(clock.deadlines.isEmpty)
            },
            ContractClause("a limit has no say in a streamed body") { subject in
                let (clock, gate) = (ManualClock(), Gate())
                subject.server.answer { _ in .stalled(at: gate) }
                let terms = ExchangeTerms(.streamed, by: TimeLimit(.seconds(1), on: clock))
                let response = try await subject.send(on: terms)
                clock.advance(by: .seconds(2))
                gate.open()
                let text = try await response.text
                #expect(text == "first")
            },
            ContractClause("whoever gives up on a whole answer before its limit has cancelled") { subject in
                for stalls in [false, true] {
                    let (clock, gate) = (ManualClock(), Gate())
                    subject.server.answer { _ in
                        if stalls { return .stalled(at: gate) }
                        await gate.pass()
                        return .text("late")
                    }
                    let terms = ExchangeTerms(.buffered(limit: 100), by: TimeLimit(.seconds(1), on: clock))
                    let call = Task { try await subject.send(on: terms) }
                    await gate.waitForArrivals(1)
                    call.cancel()
                    await #expect(throws: TransportError.cancelled) { try await call.value }
                    #expect(clock.deadlines.isEmpty)
                }
            },
        ]
    }
}

extension TransportSubject {
    fileprivate func send(on terms: ExchangeTerms) async throws(TransportError) -> ServerResponse {
        try await transport.send(request(), body: .empty, on: terms)
    }
}

extension ServerResponse {
    /// Says "first", and ends when the gate is open.
    fileprivate static func stalled(at gate: Gate) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok),
            body: .stream(ByteStream(ScriptedBytes(.piece(Data("first".utf8)), .pass(gate)))))
    }

    fileprivate var wholeBody: Data? {
        if case .data(let data) = body { data } else { nil }
    }
}
