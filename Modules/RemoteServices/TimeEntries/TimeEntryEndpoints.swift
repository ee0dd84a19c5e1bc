public import Models
public import Networking

extension Endpoint where Access: MemberScope, Response == Page<TimeEntry> {
    /// `GET /time-entries`: one page of the caller's time entries.
    public static func timeEntries(_ page: PageRequest) -> Self {
        Endpoint(
            .get, "/time-entries", query: [QueryItem("page", page.number), QueryItem("per_page", page.size)],
            response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == TimeEntry {
    /// `GET /time-entries/{id}`: 404 if there is no such time entry, or it belongs to another user.
    public static func timeEntry(_ id: TimeEntry.ID) -> Self {
        Endpoint(.get, "/time-entries/\(id.text)", response: .json)
    }

    /// `POST /time-entries`: 422 with the invalid fields.
    public static func addTimeEntry(_ new: NewTimeEntry) -> Self {
        Endpoint(.post, "/time-entries", body: .encodable(new), idempotency: .keyed, response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    /// `DELETE /time-entries/{id}`: 404 as for a read.
    public static func deleteTimeEntry(_ id: TimeEntry.ID) -> Self {
        Endpoint(.delete, "/time-entries/\(id.text)", response: .nothing)
    }
}
