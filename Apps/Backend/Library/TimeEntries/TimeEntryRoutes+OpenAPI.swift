import Foundation
import HTTPTypes

extension TimeEntryRoutes {
    var schemas: [String: JSONSchema] {
        let fields: [String: JSONSchema] = [
            "task": String.schema,
            "hours": Decimal.schema,
            "breaks": Int.schema,
            "billable": Bool.schema,
            "started_at": Timestamp.schema,
            "note": String.schema.orNull,
        ]
        let ids: [String: JSONSchema] = [
            "id": .text(example: "time-entry-1"), "owner_id": .text(example: "u-grace"),
        ]
        return [
            "TimeEntry": .object(members: ids.merging(fields) { $1 }), "TimeEntryPage": .page(of: "TimeEntry"),
            "NewTimeEntry": .object(members: fields),
        ]
    }

    private static let id = OperationParameter(
        place: .path, name: "id", summary: "The time entry's id.",
        schema: .text(length: 1...200, example: "time-entry-1"))

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/time-entries", id: "listTimeEntries",
                summary: "List the caller's time entries, in the order in which they were added.",
                parameters: OperationParameter.page + OperationParameter.readConditions,
                responses: [
                    .json(
                        .ok, "One page.", .named("TimeEntryPage"), fields: ["ETag", "Cache-Control", "Vary", "Link"]),
                    .notModified, .unprocessable, .preconditionFailed,
                ]),
            Operation(
                method: .get, path: "/v2/time-entries/{id}", id: "timeEntry", summary: "Get a time entry.",
                parameters: [Self.id] + OperationParameter.readConditions,
                responses: [
                    .json(.ok, "The time entry.", .named("TimeEntry"), fields: ["ETag", "Cache-Control", "Vary"]),
                    .notModified, .notFound, .preconditionFailed,
                ]),
            Operation(
                method: .post, path: "/v2/time-entries", id: "createTimeEntry", summary: "Add a time entry.",
                parameters: [.idempotencyKey], body: .json(.named("NewTimeEntry")),
                responses: [
                    .json(.created, "The new time entry.", .named("TimeEntry"), fields: ["Location"]), .unsupported,
                    .unprocessable, .problem(.conflict, "The same request is in progress."),
                ]),
            Operation(
                method: .delete, path: "/v2/time-entries/{id}", id: "deleteTimeEntry", summary: "Delete a time entry.",
                parameters: [Self.id],
                responses: [OperationResponse(status: .noContent, summary: "The time entry is deleted."), .notFound]),
        ]
    }
}
