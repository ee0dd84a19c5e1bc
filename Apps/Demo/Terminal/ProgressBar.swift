import Networking
import Services
import Synchronization

/// Shows the progress of a transfer on one line of a terminal. Prints nothing if standard output is no terminal.
final class ProgressBar: Sendable {
    private let terminal: Terminal
    private let label: String
    private let shownPercent = Mutex(-1)

    init(_ label: String, on terminal: Terminal) {
        self.label = label
        self.terminal = terminal
    }

    func show(_ progress: TransferProgress) {
        show(progress.fraction, of: progress.total)
    }

    func show(_ progress: UploadProgress) {
        show(progress.fraction, of: progress.total)
    }

    func show(_ fraction: Double?, of total: Int64?) {
        guard terminal.isInteractive, let fraction else { return }
        let percent = Int(fraction * 100)
        let isNew = shownPercent.withLock { shown in
            defer { shown = percent }
            return shown != percent
        }
        guard isNew else { return }
        let filled = Int(fraction * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        terminal.write("\r\(label) \(bar) \(percent) % of \(total.map(Self.kilobytes) ?? "?")")
        if fraction == 1 { terminal.write("\n") }
    }

    /// Ends the line of a transfer that did not finish.
    func end() {
        guard (0..<100).contains(shownPercent.withLock(\.self)) else { return }
        terminal.write("\n")
    }

    private static func kilobytes(_ bytes: Int64) -> String {
        "\((bytes + 512) / 1024) KB"
    }
}
