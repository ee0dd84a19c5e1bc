import Foundation

/// What `strace` has noted of a process and its threads, one system call a line, each descriptor with its path.
struct SystemCalls {
    let lines: [String]

    /// Whether `strace` is installed and may trace here.
    static let areTraceable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["strace", "-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Words of a command line that traces the command behind them into `file`.
    static func tracer(of calls: String, into file: URL, injecting fault: String? = nil) -> [String] {
        ["strace", "-f", "-y", "-s", "0", "-o", file.path, "-e", "trace=\(calls)"]
            + (fault.map { ["-e", "inject=\($0)"] } ?? [])
    }

    init(_ file: URL) throws {
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The places of the calls of `name` (`renameat` counts as `rename`) whose line has all of `words`. A call that another thread interrupts has a second
    /// line for its end, which does not count.
    func places(of name: String, _ words: String...) -> [Int] {
        lines.indices.filter { place in
            lines[place].contains(" \(name)") && words.allSatisfy { lines[place].contains($0) }
        }
    }
}
