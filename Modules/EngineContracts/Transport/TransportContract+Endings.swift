import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Synchronization
import Testing

extension TransportContract {
    static var cancellationClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a task that is already cancelled sends no request") { subject in
                let requests = Mutex(0)
                subject.server.respond { _ in
                    requests.withLock { $0 += 1 }
                    return .text("sent")
                }
                await #expect(throws: TransportError.cancelled) {
                    try await inCancelledTask { try await subject.get() }
                }
                _ = try await subject.get()
                #expect(requests.withLock { $0 } == 1)
            },
            ContractClause("cancelling ends a call that waits for its response") { subject in
                let gate = Gate()
                subject.server.respond { _ in
                    await gate.pass()
                    return .text("late")
                }
                let call = Task { try await subject.get() }
                await gate.waitForArrivals(1)
                call.cancel()
                await #expect(throws: TransportError.cancelled) { try await call.value }
                gate.open()
                try await subject.get().expectText("late")
            },
            ContractClause("each of a hundred concurrent calls gets its own response") { subject in
                subject.server.respond { .text($0.head.path ?? "") }
                try await concurrently(1...100) { number in
                    try await subject.get("/\(number)").expectText("/\(number)")
                }
            },
        ]
    }

    static var shutdownClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("after shutdown every call fails as closed") { subject in
                subject.server.respond { _ in .text("open") }
                try await subject.get().expectText("open")
                for _ in 1...2 {
                    await subject.transport.shutdown()
                    await #expect(throws: TransportError.closed) { try await subject.get() }
                }
            },
            ContractClause("shutdown ends active calls, which fail as closed") { subject in
                let gate = Gate()
                subject.server.respond { _ in
                    await gate.pass()
                    return .text("late")
                }
                let calls = (1...10).map { _ in Task { try await subject.get() } }
                await gate.waitForArrivals(calls.count)
                await subject.transport.shutdown()
                for call in calls {
                    await #expect(throws: TransportError.closed) { try await call.value }
                }
                gate.open()
            },
            ContractClause("shutdown during a body ends it as closed, for current and later readers") { subject in
                let (gate, begun) = (Gate(), Gate(isOpen: true))
                subject.server.respond { _ in
                    let body = ByteStream(ScriptedBytes(.piece(Data("hello".utf8)), .pass(gate)))
                    return ServerResponse(head: HTTPResponse(status: .ok), body: .stream(body))
                }
                let (stream, unread) = (try await subject.get().body.stream, try await subject.get())
                let reading = Task { for try await _ in stream { await begun.pass() } }
                await begun.waitForArrivals(1)
                await subject.transport.shutdown()
                await #expect(throws: TransportError.closed) { try await reading.value }
                await #expect(throws: TransportError.closed) { try await unread.text }
                gate.open()
            },
            ContractClause("shutdown under load ends every call with its response or as closed") { subject in
                subject.server.respond { _ in .text("ok") }
                await withTaskGroup(of: TransportError?.self) { group in
                    for _ in 1...200 {
                        group.addTask {
                            do throws(TransportError) {
                                try await subject.get().expectText("ok")
                                return nil
                            } catch {
                                return error
                            }
                        }
                    }
                    for _ in 1...3 {
                        group.addTask {
                            await subject.transport.shutdown()
                            return nil
                        }
                    }
                    for await error in group { #expect(error == nil || error == .closed) }
                }
                await #expect(throws: TransportError.closed) { try await subject.get() }
            },
        ]
    }
}
