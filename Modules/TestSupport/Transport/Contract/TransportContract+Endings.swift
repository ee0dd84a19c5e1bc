import HTTPTypes
import Networking
import Synchronization
import Testing

extension TransportContract {
    static var cancellationClauses: [ContractClause<TransportSubject>] {
        [
            ContractClause("a call of a task that is cancelled already sends nothing") { subject in
                let requests = Mutex(0)
                subject.server.answer { _ in
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
            ContractClause("cancelling ends a call that waits for its answer") { subject in
                let gate = Gate()
                subject.server.answer { _ in
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
            ContractClause("a hundred calls at once get each its own answer") { subject in
                subject.server.answer { .text($0.head.path ?? "") }
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
                subject.server.answer { _ in .text("open") }
                let text = try await subject.get().text
                #expect(text == "open")
                await subject.transport.shutdown()
                for _ in 1...2 {
                    await #expect(throws: TransportError.closed) { try await subject.get() }
                }
            },
            ContractClause("shutdown may be called again, and by many at once") { subject in
                subject.server.answer { _ in .text("open") }
                _ = try await subject.get().text
                await withTaskGroup { group in
                    for _ in 1...8 { group.addTask { await subject.transport.shutdown() } }
                }
                await subject.transport.shutdown()
                await #expect(throws: TransportError.closed) { try await subject.get() }
            },
            ContractClause("shutdown ends calls under way, and they fail as closed") { subject in
                let gate = Gate()
                subject.server.answer { _ in
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
        ]
    }
}
