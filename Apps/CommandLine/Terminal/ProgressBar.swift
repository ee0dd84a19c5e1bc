package import Services
import Synchronization

/// Shows the progress of a transfer on one line of a terminal. Prints nothing if standard output is not a terminal.
package final class ProgressBar: Sendable {
    private let terminal: Terminal
    private let label: String
    private let shown = Mutex((percent: -1, line: ""))

    package init(_ label: String, on terminal: Terminal) {
        self.label = label
        self.terminal = terminal
    }

    package func show(_ progress: UploadProgress) {
        show(progress.fraction, of: progress.total)
    }

    /// - Parameter rate: such as `12.3 MB/s, 5 s left`.
    package func show(_ fraction: Double?, of total: Int64?, rate: String? = nil) {
        guard terminal.isInteractive, let fraction else { return }
        let percent = Int(fraction * 100)
        let filled = Int(fraction * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        var line = "\(label) \(bar) \(percent) % of \(total.map(Self.kilobytes) ?? "?")"
        // A line that is wider than the terminal could not be overwritten.
        if let rate, line.columns + rate.columns + 2 < terminal.columns ?? .max { line += ", " + rate }
        let isNew = shown.withLock { shown in
            defer { shown = (percent, line) }
            return shown.line != line
        }
        // The sequence clears the rest of an older line.
        if isNew { terminal.write("\r\(line)\u{1B}[K" + (fraction == 1 ? "\n" : "")) }
    }

    /// Ends the line of a transfer that did not finish.
    package func end() {
        guard (0..<100).contains(shown.withLock(\.percent)) else { return }
        terminal.write("\n")
    }

    private static func kilobytes(_ bytes: Int64) -> String {
        "\((bytes + 512) / 1024) KB"
    }
}
