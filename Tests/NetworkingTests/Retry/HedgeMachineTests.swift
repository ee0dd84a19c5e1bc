import Testing

@testable import Networking

@Suite("Hedging rules")
struct HedgeMachineTests {
    @Test("an attempt that ends before the delay is not hedged", arguments: [true, false])
    func early(isFinal: Bool) {
        var machine = HedgeMachine()
        let step = machine.attemptEnded(isFinal: isFinal)
        #expect(step == .finish)
        #expect(machine.launched == 1)
        #expect(machine.timerEnded() == .wait, "its timer fires too late")
    }

    @Test("the first success of an attempt and its hedge wins")
    func wins() {
        var machine = HedgeMachine()
        #expect(machine.timerEnded() == .hedge)
        machine.hedgeStarted()
        let step = machine.attemptEnded(isFinal: true)
        #expect(step == .finish)
        #expect(machine.launched == 2)
    }

    @Test("a failure waits for the other attempt, and two failures are the result")
    func bad() {
        for isSecondFinal in [true, false] {
            var machine = HedgeMachine()
            machine.hedgeStarted()
            let first = machine.attemptEnded(isFinal: false)
            #expect(first == .wait)
            let second = machine.attemptEnded(isFinal: isSecondFinal)
            #expect(second == .finish)
        }
    }

    @Test("a rejected hedge leaves the first attempt running")
    func refused() {
        var machine = HedgeMachine()
        #expect(machine.timerEnded() == .hedge)
        let step = machine.attemptEnded(isFinal: false)
        #expect(step == .finish)
        #expect(machine.launched == 1)
    }

    @Test("an attempt has at most one hedge")
    func once() {
        var machine = HedgeMachine()
        machine.hedgeStarted()
        #expect(machine.timerEnded() == .wait)
        let step = machine.attemptEnded(isFinal: false)
        #expect(step == .wait)
        #expect(machine.timerEnded() == .wait, "not even when one of the two has failed")
    }
}
