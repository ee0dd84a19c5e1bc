import Foundation
import Synchronization

/// All output of a program, by source.
final class CapturedOutput: Sendable {
    private let all = Mutex<[(source: String, text: String)]>([])

    func add(_ source: String, _ text: String) {
        all.withLock { $0.append((source, text)) }
    }

    /// Every text that Swift makes of a value.
    func add(_ source: String, everythingAbout value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] { add(source, text) }
        for child in Mirror(reflecting: value).children { add(source, "\(child.label ?? "") \(child.value)") }
    }

    var texts: [(source: String, text: String)] { all.withLock(\.self) }

    /// The sources that have any output.
    var sources: Set<String> { Set(texts.map(\.source)) }
}
