import EngineTestSupport
import Primitives
import Testing

@testable import Networking

@Suite("Refresh machine on random walks")
struct RefreshMachineWalkTests {
    @Test(
        "the refresh machine keeps its invariants over ten thousand random steps",
        arguments: 1...12 as ClosedRange<UInt64>)
    func walk(seed: UInt64) {
        var walk = Walk(seed: seed)
        for _ in 0..<10_000 { walk.step() }
        walk.drain()
        #expect(walk.refreshes > 100, "seed \(seed) made no progress")
        #expect(walk.violations.isEmpty, "seed \(seed)")
    }
}

/// Plays all sides of the protocol and records what must be true.
private struct Walk {
    private static let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))
    private static let policy = RefreshPolicy()
    private let random: SeededRandomSource
    private var machine = RefreshMachineSubject()
    private var generation = 1
    private var newest = 1
    private var isRefreshing = false
    private var hasEnded = false
    private var isRefused = false
    private var refreshedAt: Duration?
    private var failedAt: Duration?
    private var nextWaiter = 0
    private var waiting: [Int] = []
    private(set) var refreshes = 0
    private(set) var violations: [String] = []

    init(seed: UInt64) {
        random = SeededRandomSource(seed: seed)
    }

    mutating func step() {
        // The wall clock does not advance, so no credential expires here.
        machine.monotonicTime += .milliseconds(pick(400))
        switch pick(100) {
        case 0..<20: need(after: nil)
        case 20..<45: need(after: newest)
        case 45..<65: need(after: 1 + pick(newest))
        case 65..<75: abandon()
        case 75..<89:
            let next = BearerCredential.fixture(generation + 1)
            let outcomes: [RefreshMachine.Outcome] = [
                .refreshed(next), .refreshed(next), .adopted(next), .unsaved(next, Self.failure),
            ]
            if isRefreshing { finish(outcomes[pick(4)]) } else { finishWithoutStart() }
        case 89..<98: if isRefreshing { finish(.failed(Self.failure)) }
        case 98: if pick(10) == 0, isRefreshing { finish(.refused(.loggedOut)) }
        default: if pick(20) == 0 { end() }
        }
        // A session that is over stays over; a new login is a new machine.
        if hasEnded {
            probeEnd()
            begin()
        }
    }

    /// Ends the pending refresh, so that no call is left waiting.
    mutating func drain() {
        if isRefreshing { finish(.failed(Self.failure)) }
        hold(waiting.isEmpty, "\(waiting.count) wait for ever")
    }

    private var isJustRefreshed: Bool { refreshedAt.map { machine.monotonicTime - $0 < Self.policy.window } ?? false }
    private var hasJustFailed: Bool { failedAt.map { machine.monotonicTime - $0 < Self.policy.pause } ?? false }

    private mutating func need(after refused: Int?) {
        nextWaiter += 1
        let step = machine.need(after: refused, waiter: nextWaiter)
        if refused == newest { isRefused = true }
        switch step {
        case .use(let numbered):
            hold(!isRefreshing, "a credential under refresh was given out")
            hold(numbered.number == newest, "number \(numbered.number) was given out, \(newest) is current")
            hold(numbered.number != refused, "a rejected credential was given out again")
            hold(!isRefused || isJustRefreshed, "a rejected credential was given out to another call")
        case .useAndRefresh: hold(false, "a credential far from its end was refreshed early")
        case .wait:
            hold(isRefreshing, "a call waits without a refresh")
            waiting.append(nextWaiter)
        case .refresh(let numbered, let cause):
            hold(!isRefreshing, "two refreshes at once")
            hold(isRefused && cause == .refused, "a refresh of \(newest) began although no call was rejected with it")
            hold(numbered.number == newest, "number \(numbered.number) is refreshed, \(newest) is current")
            hold(!isJustRefreshed, "a credential that was just refreshed is refreshed again")
            hold(!hasJustFailed, "a refresh that just failed is repeated")
            isRefreshing = true
            refreshes += 1
            waiting.append(nextWaiter)
        case .suppressed:
            hold(refused == newest && isJustRefreshed && !isRefreshing, "a refresh is suppressed without a reason")
        case .failed(let failure):
            hold(
                isRefused && hasJustFailed && !isRefreshing && failure == Self.failure,
                "a call fails with a failure that did not occur")
        case .ended: hold(false, "the session ended by itself")
        }
    }

    private mutating func abandon() {
        // Some are waiting, and some have been resumed long ago.
        let waiter = waiting.isEmpty || pick(4) == 0 ? 1 + pick(nextWaiter + 1) : waiting[pick(waiting.count)]
        let wasWaiting = waiting.contains(waiter)
        let gaveUp = machine.abandon(waiter)
        hold(gaveUp == wasWaiting, "waiter \(waiter) was \(wasWaiting ? "" : "not ")waiting")
        waiting.removeAll { $0 == waiter }
    }

    private mutating func finish(_ outcome: RefreshMachine.Outcome) {
        let (responded, response) = machine.finish(outcome)
        hold(responded == waiting, "\(responded) were resumed, \(waiting) waited")
        waiting = []
        isRefreshing = false
        switch outcome {
        case .refreshed(let credential), .adopted(let credential), .unsaved(let credential, _):
            generation += 1
            newest += 1
            // The time of another process's refresh is unknown, so the window does not apply to it.
            let isAdopted = if case .adopted = outcome { true } else { false }
            (isRefused, refreshedAt, failedAt) = (false, isAdopted ? nil : machine.monotonicTime, nil)
            let refreshed = RefreshMachine.Numbered(credential: credential, number: newest)
            let isUnsaved = if case .unsaved = outcome { true } else { false }
            hold(response == (isUnsaved ? .failure(Self.failure) : .success(refreshed)), "wrong result of a refresh")
            hold(machine.current == refreshed, "the refreshed credential is not current")
        case .failed(let failure):
            failedAt = machine.monotonicTime
            hold(response == .failure(failure), "the result is not the failure")
            hold(machine.current?.number == newest, "a failure changed the number")
        case .refused:
            hold(machine.current == nil, "a refused session has a credential")
            hasEnded = true
        }
    }

    private mutating func finishWithoutStart() {
        let (responded, response) = machine.finish(.refreshed(.fixture(99)))
        hold(
            responded.isEmpty && response == machine.current.map { .success($0) } && machine.current?.number == newest,
            "a result without a started refresh changed something")
    }

    private mutating func end() {
        let reported = machine.end()
        hold(reported == waiting, "the end did not resume every waiter")
        waiting = []
        isRefreshing = false
        hasEnded = true
    }

    private mutating func probeEnd() {
        hold(machine.current == nil, "an ended session has a credential")
        let steps = [machine.need(after: nil, waiter: -1), machine.need(after: newest, waiter: -1)]
        hold(steps == [.ended, .ended], "an ended session gave a credential out")
        for late in [RefreshMachine.Outcome.refreshed(.fixture(99)), .failed(Self.failure), .refused(.loggedOut)] {
            let (responded, response) = machine.finish(late)
            hold(responded.isEmpty && response == .failure(.loggedOut), "a late refresh brought an ended session back")
        }
        let reported = machine.end()
        hold(reported.isEmpty, "an ended session ended twice")
        hold(machine.current == nil, "an ended session came back")
    }

    private mutating func begin() {
        machine = RefreshMachineSubject()
        (generation, newest, hasEnded, isRefreshing) = (1, 1, false, false)
        (isRefused, refreshedAt, failedAt) = (false, nil, nil)
    }

    private mutating func hold(_ condition: Bool, _ violation: String) {
        if !condition && violations.count < 10 { violations.append(violation) }
    }

    private func pick(_ count: Int) -> Int {
        Int(random.next() % UInt64(count))
    }
}
