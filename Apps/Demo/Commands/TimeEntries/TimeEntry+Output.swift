import Foundation
import Models
import Primitives
import Services

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

extension TimeEntryServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .notFound(let failure): Failure(notFound: userMessage, failure)
        case .invalid: Failure(userMessage, .invalidData)
        case .failed(let failure): Failure(failure.underlying, at: server)
        }
    }
}
