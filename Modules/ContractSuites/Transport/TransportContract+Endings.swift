import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
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
                let call = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await subject.get()
                }
                await #expect(throws: TransportError.cancelled) { try await call.value }
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
                let text = try await subject.get().text
                #expect(text == "late")
            },
            ContractClause("each of a hundred concurrent calls gets its own response") { subject in
                subject.server.respond { .text($0.head.path ?? "") }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...100 {
                        group.addTask {
                            let text = try await subject.get("/\(number)").text
                            #expect(text == "/\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            },
        ]
    }

    static var shutdownClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("after shutdown every call fails as closed") { subject in
                subject.server.respond { _ in .text("open") }
                let text = try await subject.get().text
                #expect(text == "open")
                await subject.transport.shutdown()
                for _ in 1...2 {
                    await #expect(throws: TransportError.closed) { try await subject.get() }
                }
            },
            ContractClause("shutdown can be called repeatedly and concurrently") { subject in
                subject.server.respond { _ in .text("open") }
                _ = try await subject.get().text
                await withTaskGroup { group in
                    for _ in 1...8 { group.addTask { await subject.transport.shutdown() } }
                }
                await subject.transport.shutdown()
                await #expect(throws: TransportError.closed) { try await subject.get() }
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
            ContractClause("shutdown during a body ends it as closed, for current and later readers") {
                subject in
                let (gate, begun) = (Gate(), Gate(isOpen: true))
                subject.server.respond { _ in
                    let body = ByteStream(ScriptedBytes(.piece(Data("hello".utf8)), .pass(gate)))
                    return ServerResponse(head: HTTPResponse(status: .ok), body: .stream(body))
                }
                let (read, unread) = (try await subject.get(), try await subject.get())
                guard case .stream(let stream) = read.body else {
                    Issue.record("the body is not a stream")
                    return
                }
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
                                let text = try await subject.get().text
                                #expect(text == "ok")
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
