import Networking
import TestSupport
import Testing

@testable import HTTPCaching

@Suite("Requests overtaken by changes")
struct InFlightRequestsTests {
    @Test("a change overtakes requests that started before it, and none that start after it")
    func order() {
        var inFlight = InFlightRequests()
        let before = inFlight.begin()
        inFlight.overtake(.fixture())
        let after = inFlight.begin()
        #expect(inFlight.isOvertaken(before, for: .fixture()) && !inFlight.isOvertaken(before, for: .fixture("/other")))
        #expect(!inFlight.isOvertaken(after, for: .fixture()))
        inFlight.overtake(.fixture())
        #expect(inFlight.isOvertaken(after, for: .fixture()))
    }

    @Test("a change is remembered while a request is in flight, and no longer")
    func memory() {
        var inFlight = InFlightRequests()
        inFlight.overtake(.fixture())
        #expect(inFlight.changes == 0)
        let first = inFlight.begin()
        let second = inFlight.begin()
        inFlight.overtake(.fixture())
        inFlight.end()
        #expect(inFlight.isOvertaken(first, for: .fixture()) && inFlight.isOvertaken(second, for: .fixture()))
        inFlight.end()
        #expect(inFlight.changes == 0)
        let third = inFlight.begin()
        #expect(!inFlight.isOvertaken(third, for: .fixture()))
    }

    @Test("a change in one partition overtakes no request in another")
    func partitions() {
        var inFlight = InFlightRequests()
        let flight = inFlight.begin()
        inFlight.overtake(.fixture(in: .user("bob")))
        #expect(!inFlight.isOvertaken(flight, for: .fixture(in: .user("ada"))))
    }

    @Test("if there are too many changes to remember, every request that may be overtaken counts as overtaken")
    func manyChanges() {
        var inFlight = InFlightRequests()
        let before = inFlight.begin()
        for number in 0..<1_000 { inFlight.overtake(.fixture("/\(number)")) }
        let after = inFlight.begin()
        #expect(inFlight.changes <= 256)
        for number in 0..<1_000 {
            #expect(inFlight.isOvertaken(before, for: .fixture("/\(number)")))
            #expect(!inFlight.isOvertaken(after, for: .fixture("/\(number)")))
        }
    }
}
