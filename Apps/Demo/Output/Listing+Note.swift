import Foundation
import Services

extension Listing {
    /// The age of a stored copy and the reason for showing it, or `nil` for the server's response.
    func note(at now: Date) -> String? {
        guard case .stored(let date, let reason) = source else { return nil }
        let cause =
            switch reason.kind {
            case .timedOut: "the server did not respond in time"
            case .server: "the server keeps failing"
            default: "the server could not be reached"
            }
        return "This list was stored \(Age(seconds: now.timeIntervalSince(date))); \(cause)."
    }
}

extension Terminal {
    /// Shows on standard error how old a stored copy is; nothing for the server's response.
    func showAge<Item>(of listing: Listing<Item>, at now: Date) {
        if let note = listing.note(at: now) { message(note) }
    }
}
