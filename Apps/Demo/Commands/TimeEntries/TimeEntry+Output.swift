import Foundation
import Models

extension TimeEntry {
    /// The values as the command line shows them, with their labels.
    var labeledValues: [(label: String, value: String)] {
        [
            ("id", "\(id)"),
            ("task", "\(task)"),
            ("hours", "\(hours)"),
            ("breaks", "\(breaks)"),
            ("billable", "\(billable)"),
            ("started at", "\(startedAt)"),
            ("note", note.map { "\($0)" } ?? ""),
        ]
    }
}
