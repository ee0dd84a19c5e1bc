import Foundation
import Synchronization

/// Makes absolute links. The server's address is set when the server listens, which is before the first response.
final class Links: Sendable {
    private let base: Mutex<String>

    init(base: URL?) {
        self.base = Mutex(Self.text(base))
    }

    func set(base: URL) {
        self.base.withLock { $0 = Self.text(base) }
    }

    /// - Parameter path: percent-encoded, with a leading slash.
    func absolute(_ path: String) -> String {
        base.withLock { $0 } + path
    }

    private static func text(_ base: URL?) -> String {
        let text = base?.absoluteString ?? ""
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
