import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

extension TransportContract {
    static var optionsClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a buffered response is complete when the call returns") { subject in
                for count in [0, 1, 70_000] {
                    let sent = Data.pattern(count)
                    subject.server.respond { _ in .pieces([sent.prefix(1), sent.dropFirst()]) }
                    let response = try await subject.send(on: ExchangeOptions(.buffered(limit: count)))
                    #expect(response.wholeBody == sent)
                }
            },
            ContractClause("a buffered response with one byte too many is too large") { subject in
                for body in [ServerResponse.text("four"), .pieces([Data("fo".utf8), Data("ur".utf8)])] {
                    subject.server.respond { _ in body }
                    await #expect(throws: TransportError.responseTooLarge(limit: 3)) {
                        try await subject.send(on: ExchangeOptions(.buffered(limit: 3)))
                    }
                }
            },
            ContractClause("a response before the deadline leaves no timer") { subject in
                let clock = ManualClock()
                subject.server.respond { _ in .text("here") }
                for delivery in [BodyDelivery.buffered(limit: 4), .streamed] {
                    let options = ExchangeOptions(delivery, by: .oneSecond, on: clock)
                    try await subject.send(on: options).expectText("here")
                    #expect(clock.deadlines.isEmpty)
                }
            },
            ContractClause("a deadline ends a request that waits for the head of its response") { subject in
                let gate = Gate()
                subject.server.respond { _ in
                    await gate.pass()
                    return .text("late")
                }
                for (index, delivery) in [BodyDelivery.buffered(limit: 4), .streamed].enumerated() {
                    let clock = ManualClock()
                    let call = Task {
                        try await subject.send(on: ExchangeOptions(delivery, by: .oneSecond, on: clock))
                    }
                    await gate.waitForArrivals(index + 1)
                    await clock.waitForSleepers(1)
                    clock.advance(by: .seconds(1))
                    await #expect(throws: TransportError.deadlinePassed) { try await call.value }
                    #expect(clock.deadlines.isEmpty)
                }
                gate.open()
                try await subject.get().expectText("late")
            },
            ContractClause("a deadline ends a buffered response whose body stalls") { subject in
                let (clock, gate) = (ManualClock(), Gate())
                subject.server.respond { _ in .stalled(at: gate) }
                let options = ExchangeOptions(.buffered(limit: 100), by: .oneSecond, on: clock)
                let call = Task { try await subject.send(on: options) }
                await gate.waitForArrivals(1)
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
                await #expect(throws: TransportError.deadlinePassed) { try await call.value }
                #expect(clock.deadlines.isEmpty)
            },
            ContractClause("deadlines do not apply to streamed bodies") { subject in
                let (clock, gate) = (ManualClock(), Gate())
                subject.server.respond { _ in .stalled(at: gate) }
                let options = ExchangeOptions(.streamed, by: .oneSecond, on: clock)
                let response = try await subject.send(on: options)
                clock.advance(by: .seconds(2))
                gate.open()
                try await response.expectText("first")
            },
            ContractClause("cancelling a buffered request before its deadline reports cancellation, not a timeout") {
                subject in
                for stalls in [false, true] {
                    let (clock, gate) = (ManualClock(), Gate())
                    subject.server.respond { _ in
                        if stalls { return .stalled(at: gate) }
                        await gate.pass()
                        return .text("late")
                    }
                    let options = ExchangeOptions(.buffered(limit: 100), by: .oneSecond, on: clock)
                    let call = Task { try await subject.send(on: options) }
                    await gate.waitForArrivals(1)
                    call.cancel()
                    await #expect(throws: TransportError.cancelled) { try await call.value }
                    #expect(clock.deadlines.isEmpty)
                }
            },
        ]
    }
}

extension Deadline {
    /// A deadline after one second, for a clock that starts at zero.
    fileprivate static var oneSecond: Deadline { Deadline(.attempt(.seconds(1)), from: .zero) }
}

extension TransportSubject {
    fileprivate func send(on options: ExchangeOptions) async throws(TransportError) -> ServerResponse {
        try await transport.send(request(), body: .empty, on: options)
    }
}

extension ServerResponse {
    /// A response whose body is "first", and ends when the gate is open.
    fileprivate static func stalled(at gate: Gate) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok),
            body: .stream(ByteStream(ScriptedBytes(.piece(Data("first".utf8)), .pass(gate)))))
    }

    fileprivate var wholeBody: Data? {
        if case .data(let data) = body { data } else { nil }
    }
}
