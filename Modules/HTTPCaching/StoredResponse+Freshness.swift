import Foundation
import HTTPTypes
import Networking

/// Ages and lifetimes are in seconds.
extension StoredResponse {
    var control: CacheControl { CacheControl(head.headerFields) }

    /// How old it is at `now` (RFC 9111 section 4.2.3); `nil` if it seems to come from the future, because the calendar
    /// was set back since an earlier run of the program kept it. Nobody knows its age then.
    func age(at now: Date) -> TimeInterval? {
        let resident = now.timeIntervalSince(receivedAt)
        return resident < 0 ? nil : initialAge + resident
    }

    /// How long it is fresh by the server's word (4.2.1): max-age, else Expires counted from Date. Nothing is guessed
    /// where the server says nothing.
    var lifetime: TimeInterval { lifetime(by: control) }

    /// The same, for whoever has read ``control`` already.
    func lifetime(by control: CacheControl) -> TimeInterval {
        if let maxAge = control.maxAge { return TimeInterval(maxAge.trusted ?? 0) }
        guard let date, let expires else { return 0 }
        return max(0, expires.timeIntervalSince(date))
    }

    /// When the origin server made it.
    var date: Date? { head.headerFields[.date].flatMap(HTTPDate.parse) }

    /// `nil` for none, for two that differ, and for what is no date (servers say `0` for "in the past"; 5.3).
    private var expires: Date? {
        let lines = Set(head.headerFields[values: .expires])
        return lines.count == 1 ? lines.first.flatMap(HTTPDate.parse) : nil
    }

    /// Whether a server can be asked if it still holds.
    var hasValidator: Bool {
        head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified)
    }
}
