import Foundation

/// The output of `strace` for a process and its threads: one system call per line, each descriptor with its path.
struct SystemCalls {
    let lines: [String]

    /// Whether `strace` is installed and has permission to trace.
    static let areTraceable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["strace", "-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The beginning of a command line that traces the command after it into `file`.
    static func tracer(of calls: String, into file: URL, injecting fault: String? = nil) -> [String] {
        ["strace", "-f", "-y", "-s", "0", "-o", file.path, "-e", "trace=\(calls)"]
            + (fault.map { ["-e", "inject=\($0)"] } ?? [])
    }

    init(_ file: URL) throws {
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The indices of the calls of `name` (`renameat` counts as `rename`) whose line contains all of `words`. If a call
    /// is interrupted by another thread, the second line, for its end, does not count.
    func places(of name: String, _ words: String...) -> [Int] {
        lines.indices.filter { place in
            lines[place].contains(" \(name)") && words.allSatisfy { lines[place].contains($0) }
        }
    }
}
