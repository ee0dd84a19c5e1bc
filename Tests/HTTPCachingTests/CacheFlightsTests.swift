import Networking
import TestSupport
import Testing

@testable import HTTPCaching

@Suite("Requests that changes overtake")
struct CacheFlightsTests {
    @Test("what began before a change is overtaken, what begins after it is not")
    func order() {
        var flights = CacheFlights()
        let before = flights.begin()
        flights.overtake(.fixture())
        let after = flights.begin()
        #expect(flights.isOvertaken(before, for: .fixture()) && !flights.isOvertaken(before, for: .fixture("/other")))
        #expect(!flights.isOvertaken(after, for: .fixture()))
        flights.overtake(.fixture())
        #expect(flights.isOvertaken(after, for: .fixture()))
    }

    @Test("a change is remembered for as long as anything is under way, and not longer")
    func memory() {
        var flights = CacheFlights()
        flights.overtake(.fixture())
        #expect(flights.changes == 0)
        let first = flights.begin()
        let second = flights.begin()
        flights.overtake(.fixture())
        flights.end()
        #expect(flights.isOvertaken(first, for: .fixture()) && flights.isOvertaken(second, for: .fixture()))
        flights.end()
        #expect(flights.changes == 0)
        let third = flights.begin()
        #expect(!flights.isOvertaken(third, for: .fixture()))
    }

    @Test("partitions are apart")
    func partitions() {
        var flights = CacheFlights()
        let flight = flights.begin()
        flights.overtake(.fixture(in: .user("bob")))
        #expect(!flights.isOvertaken(flight, for: .fixture(in: .user("ada"))))
    }

    @Test("where more changes than is told apart, no flight that may be overtaken counts as not")
    func manyChanges() {
        var flights = CacheFlights()
        let before = flights.begin()
        for number in 0..<1_000 { flights.overtake(.fixture("/\(number)")) }
        let after = flights.begin()
        #expect(flights.changes <= 256)
        for number in 0..<1_000 {
            #expect(flights.isOvertaken(before, for: .fixture("/\(number)")))
            #expect(!flights.isOvertaken(after, for: .fixture("/\(number)")))
        }
    }
}
