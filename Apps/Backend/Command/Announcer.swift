import Backend
import Foundation

/// Reports on standard output that the server is ready: one line for programs, or several lines for people.
struct Announcer: Sendable {
    private let json: Bool
    private let dataDirectory: String
    private let seeded: Bool

    init(options: ServeOptions) {
        json = options.json
        dataDirectory = URL(filePath: options.dataDir, directoryHint: .isDirectory).path
        seeded = !options.omitsSeed
    }

    func announce(_ url: URL) {
        // `print` would buffer the line, and the parent process waits for it. A closed pipe is no reason to fail.
        try? FileHandle.standardOutput.write(contentsOf: Data(((json ? line(url) : banner(url)) + "\n").utf8))
    }

    private func line(_ url: URL) -> String {
        #"{"event":"ready","url":"\#(url.absoluteString)"}"#
    }

    private func banner(_ url: URL) -> String {
        var lines = ["\(BackendName.command) listens on \(url.absoluteString)", "  data in \(dataDirectory)"]
        if seeded {
            lines.append("  demo accounts:")
            lines += DemoAccounts.all.map { "    \($0.email)  \($0.password)  (\($0.role))" }
        }
        return (lines + ["  Ctrl-C stops it."]).joined(separator: "\n")
    }
}
