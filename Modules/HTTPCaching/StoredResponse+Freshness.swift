import Foundation
import HTTPTypes
import Networking

/// Ages and lifetimes are in seconds.
extension StoredResponse {
    var control: CacheControl { CacheControl(head.headerFields) }

    /// The age at `now` (RFC 9111 section 4.2.3). `nil` if the response seems to come from the future: the wall clock
    /// was set back since an earlier run stored it, so its age is unknown.
    func age(at now: Date) -> TimeInterval? {
        let resident = now.timeIntervalSince(receivedAt)
        return resident < 0 ? nil : initialAge + resident
    }

    /// How long the server declares the response fresh (4.2.1): max-age, else Expires minus Date. Without either, the
    /// lifetime is 0, because none is guessed.
    var lifetime: TimeInterval { lifetime(by: control) }

    /// The same as ``lifetime``, for a caller that has already read ``control``.
    func lifetime(by control: CacheControl) -> TimeInterval {
        if let maxAge = control.maxAge { return TimeInterval(maxAge.trusted ?? 0) }
        guard let date, let expires else { return 0 }
        return max(0, expires.timeIntervalSince(date))
    }

    /// When the origin server generated the response.
    var date: Date? { head.headerFields[.date].flatMap(HTTPDate.parse) }

    /// The Expires date; `nil` without one, for two that differ, and if it is invalid (`0` means "in the past"; 5.3).
    private var expires: Date? {
        let lines = Set(head.headerFields[values: .expires])
        return lines.count == 1 ? lines.first.flatMap(HTTPDate.parse) : nil
    }

    /// Whether a server can confirm that the response is still valid.
    var hasValidator: Bool {
        head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified)
    }
}
