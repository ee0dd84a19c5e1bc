import TestSupport
import Testing

@testable import Networking

@Suite("Requests that changes overtake")
struct CacheFlightsTests {
    @Test("what began before a change is overtaken, what begins after it is not")
    func order() {
        var flights = CacheFlights()
        let before = flights.begin(.fixture())
        let other = flights.begin(.fixture("/other"))
        flights.overtake(.fixture())
        let after = flights.begin(.fixture())
        #expect(flights.isOvertaken(before))
        #expect(!flights.isOvertaken(after) && !flights.isOvertaken(other))
        flights.overtake(.fixture())
        let ended = [flights.end(before), flights.end(after), flights.end(other)]
        #expect(ended == [true, true, false])
        #expect(flights.isEmpty)
    }

    @Test("a change of what nobody asks for leaves no trace")
    func nobody() {
        var flights = CacheFlights()
        flights.overtake(.fixture())
        #expect(flights.isEmpty)
        let flight = flights.begin(.fixture())
        let isOvertaken = flights.end(flight)
        #expect(!isOvertaken)
    }

    @Test("partitions are apart")
    func partitions() {
        var flights = CacheFlights()
        let flight = flights.begin(.fixture(in: .user("ada")))
        flights.overtake(.fixture(in: .user("bob")))
        let isOvertaken = flights.end(flight)
        #expect(!isOvertaken)
    }
}
