import Testing

@testable import Networking

@Suite("The race of an attempt and its hedge")
struct HedgeMachineTests {
    @Test("an attempt that ends before the delay is over is alone", arguments: [true, false])
    func early(isFinal: Bool) {
        var machine = HedgeMachine()
        let step = machine.attemptEnded(isFinal: isFinal)
        #expect(step == .finish)
        #expect(machine.launched == 1)
        #expect(machine.timerEnded() == .wait, "its timer comes too late")
    }

    @Test("the first good end wins")
    func wins() {
        var machine = HedgeMachine()
        #expect(machine.timerEnded() == .hedge)
        machine.hedgeStarted()
        let step = machine.attemptEnded(isFinal: true)
        #expect(step == .finish)
        #expect(machine.launched == 2)
    }

    @Test("a bad end waits for the other, and two bad ends are the outcome")
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

    @Test("a hedge that was refused leaves the first attempt alone")
    func refused() {
        var machine = HedgeMachine()
        #expect(machine.timerEnded() == .hedge)
        let step = machine.attemptEnded(isFinal: false)
        #expect(step == .finish)
        #expect(machine.launched == 1)
    }

    @Test("there is one hedge at most")
    func once() {
        var machine = HedgeMachine()
        machine.hedgeStarted()
        #expect(machine.timerEnded() == .wait)
        let step = machine.attemptEnded(isFinal: false)
        #expect(step == .wait)
        #expect(machine.timerEnded() == .wait, "not even when one of the two has failed")
    }
}
