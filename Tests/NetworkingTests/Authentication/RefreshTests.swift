import EngineContracts
import EngineTestSupport
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Credential refresh", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshTests {
    @Test("a thousand calls rejected at once need one refresh, and all succeed")
    func thousandCalls() async throws {
        let (allSent, refresh) = (Gate(), Gate())
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-2", gates: ["/item": allSent]),
            refresher: MockCredentialRefresher(.fixture(2), gate: refresh))
        try await withThrowingTaskGroup(of: Item.self) { group in
            for _ in 0..<1_000 { group.addTask { try await harness.send() } }
            await allSent.waitForArrivals(1_000)
            allSent.open()
            await harness.waitForWaiters(1_000)
            refresh.open()
            for try await item in group { #expect(item == Item(name: "pen")) }
        }
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.tokens().count == 2_000)
        #expect(harness.server.tokens().suffix(1_000).allSatisfy { $0 == "access-2" })
        #expect(harness.storage.calls == [.load, .reserveSpace, .save(.fixture(2))])
    }

    @Test("a call that is not rejected with a 401 needs no refresh", arguments: [200, 400, 403, 407, 500])
    func otherStatuses(status: Int) async throws {
        let transport = MockTransport(.empty(.init(code: status)))
        let session = try Session.member(of: .fixture(refresher: MockCredentialRefresher()), over: transport)
        #expect(try await session.response(to: .item).status == status)
    }
}

@Suite("Requested refresh", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshCredentialTests {
    @Test("a requested refresh fails with the refresh's cause")
    func fails() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(.transport(.hostNotFound)))]))
        let error = await expectError(.transport(.hostNotFound)) { try await harness.session.refreshCredential() }
        #expect(error?.metadata.operation == "refreshCredential()")
        #expect(error?.metadata.attempts == 1, "the number of refresh requests")
    }

    @Test("a session that has ended can't be refreshed, and one without a credential has nothing to refresh")
    func ended() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await harness.session.refreshCredential() }
        try await Session.guest(over: MockTransport()).refreshCredential()
    }
}

@Suite("Token refresh at the end of an app", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshTasksTests {
    /// The call that starts an early refresh succeeds without it.
    @Test(
        "finishing waits until the new credential is stored, although no call waits for it any more",
        arguments: [false, true])
    func waits(isEarly: Bool) async throws {
        let (response, save) = (Gate(), Gate())
        let harness = try MemberHarness(
            server: TokenServer(accepting: isEarly ? "access-1" : "access-2"),
            refresher: MockCredentialRefresher(.fixture(2), gate: response), saveGate: save)
        if isEarly {
            _ = try await harness.send()
            harness.clock.advance(by: .seconds(50))
        }
        let call = harness.start()
        await response.waitForArrivals(1)
        if isEarly {
            #expect(try await call.value == Item(name: "pen"))
        } else {
            call.cancel()
            await expectError(.cancelled) { try await call.value }
        }
        let end = Task {
            await harness.tasks.finish()
            return harness.stored.stored
        }
        end.cancel()
        // Gives a finish that does not wait time to return.
        for _ in 1...1_000 { await Task.yield() }
        response.open()
        await save.waitForArrivals(1)
        for _ in 1...1_000 { await Task.yield() }
        save.open()
        #expect(await end.value == .fixture(2))
        #expect(!harness.lock.isHeld)
    }

    @Test("finishing does not wait for another process's refresh")
    func locked() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        let isLocked = try await harness.lock.tryLock()
        #expect(isLocked)
        let call = Task { try await harness.session.refreshCredential() }
        await harness.clock.waitForSleepers(1)
        let ticking = Task {
            for _ in 1...1_000 where !Task.isCancelled {
                await harness.clock.waitForSleepers(1)
                harness.clock.advance(by: .milliseconds(10))
            }
            // A refresh that ignored the cancellation would get the lock now, and send its request.
            guard !Task.isCancelled else { return }
            harness.lock.unlock()
            await harness.clock.waitForSleepers(1)
            harness.clock.advance(by: .seconds(1))
        }
        await harness.tasks.finish()
        await expectError(.cancelled) { try await call.value }
        ticking.cancel()
        await ticking.value
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.lock.isHeld, "the other process holds the lock")
        #expect(harness.monitor.names.contains("waitingForOtherProcess"))
    }

    @Test("a cancelled call starts no refresh")
    func cancelledCall() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await harness.session.refreshCredential()
        }
        await expectError(.cancelled) { try await call.value }
        await harness.tasks.finish()
        #expect(harness.refresher.calls.count == 0)
    }
}
