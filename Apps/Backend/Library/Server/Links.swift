import Foundation
import Synchronization

/// Makes absolute links. The server's address is known only once it listens, so it is set then; no answer is given
/// before.
final class Links: Sendable {
    private let base: Mutex<String>

    init(base: URL?) {
        self.base = Mutex(Self.text(base))
    }

    func set(base: URL) {
        self.base.withLock { $0 = Self.text(base) }
    }

    /// `path` starts with a slash and is encoded already.
    func absolute(_ path: String) -> String {
        base.withLock { $0 } + path
    }

    private static func text(_ base: URL?) -> String {
        let text = base?.absoluteString ?? ""
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
