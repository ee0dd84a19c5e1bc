import Foundation
import HTTPTypes
import Models
import Networking

/// `/v2/time-entries`. A member sees only their own.
extension FakeBackend.State {
    mutating func timeEntries(
        _ request: FakeRequest, _ path: [String], _ caller: FakeUser?
    ) throws(FakeProblem) -> ServerResponse {
        let owner = try member(caller).id
        switch (request.method, path.count) {
        case (.get, 0): return try request.page(of: timeEntries[owner] ?? []) { $0.jsonObject }
        case (.get, 1): return .object(try timeEntry(path[0], of: owner).jsonObject)
        case (.post, 0):
            let new = try request.decode(NewTimeEntry.self)
            guard let id = try? TimeEntry.ID("time-entry-\(nextNumber())") else { throw .notFound }
            let timeEntry = TimeEntry(id: id, new)
            timeEntries[owner, default: []].append(timeEntry)
            return .object(
                timeEntry.jsonObject, status: .created,
                fields: [.location: "\(request.origin)/v2/time-entries/\(timeEntry.id)"])
        case (.delete, 1):
            let id = try timeEntry(path[0], of: owner).id
            timeEntries[owner]?.removeAll { $0.id == id }
            return .empty(.noContent)
        default: throw .notFound
        }
    }

    private func timeEntry(_ id: String, of owner: String) throws(FakeProblem) -> TimeEntry {
        guard let timeEntry = timeEntries[owner]?.first(where: { $0.id.text == id }) else { throw .notFound }
        return timeEntry
    }
}
