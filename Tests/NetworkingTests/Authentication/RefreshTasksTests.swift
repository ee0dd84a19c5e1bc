import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Token refresh at the end of an app", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshTasksTests {
    @Test("finishing waits until the new credential is stored, even if the call that needed it was cancelled")
    func waits() async throws {
        let (response, save) = (Gate(), Gate())
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: response), saveGate: save)
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await response.waitForArrivals(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
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

    @Test("finishing returns at once if no refresh is under way")
    func idle() async throws {
        let harness = try MemberHarness()
        _ = try await harness.session.send(.item)
        await harness.tasks.finish()
        await harness.tasks.finish()
        #expect(harness.stored.stored == .fixture(2))
    }

    @Test("finishing waits for an early refresh although the call that started it has succeeded")
    func aheadUnderWay() async throws {
        let response = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-1"), refresher: MockCredentialRefresher(.fixture(2), gate: response))
        _ = try await harness.session.send(.item)
        harness.clock.advance(by: .seconds(50))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        await response.waitForArrivals(1)
        let end = Task {
            await harness.tasks.finish()
            return harness.stored.stored
        }
        for _ in 1...1_000 { await Task.yield() }
        response.open()
        #expect(await end.value == .fixture(2))
    }

    @Test("no early refresh starts after finishing, and calls continue with the old credential")
    func ahead() async throws {
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-1"), refresher: MockCredentialRefresher())
        _ = try await harness.session.send(.item)
        harness.clock.advance(by: .seconds(50))
        await harness.tasks.finish()
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        await harness.waitForEndOfRefresh()
        #expect(harness.refresher.calls.count == 0)
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
