import Models
import Networking

/// `/v2/time-entries`. A member sees only their own.
struct FakeTimeEntries: FakeResource {
    let name = "time-entries"
    private var items = FakeOwnedItems<TimeEntry>()

    mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State
    ) throws(FakeProblem) -> ServerResponse {
        try items.respond(to: request, path, caller, &backend) { number, new in
            TimeEntry(id: try TimeEntry.ID("time-entry-\(number)"), new)
        }
    }
}
