import Foundation

/// Runs the commands of pages and compares their output with the pages.
struct ExampleRunner {
    /// The folder of the built executables.
    let executables: String
    /// The workspace, `$WORKSPACE` in hidden commands.
    let root: String

    /// What pages show instead of the real folder and address.
    private static let (home, address) = ("/home/ada", "127.0.0.1:8080")

    /// Runs the transcripts of a page in an empty home folder, on a sample backend of their own on a free port.
    ///
    /// - Parameter update: whether to write the outputs that differ into `page`, unless they omit lines.
    /// - Returns: a text for each command that does not do what the page shows.
    func check(_ page: inout Page, update: Bool) throws -> [String] {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backend = try Backend(executable: executables + "/strata-backend", folder: folder + "/backend")
        defer { backend.stop() }
        // Without this process's environment, which may contain settings.
        let environment = [
            "PATH": "\(executables):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "HOME": folder,
            "STRATA_BASE_URL": "http://" + backend.address, "WORKSPACE": root, "LANG": "C.UTF-8",
        ]
        var failures: [String] = []
        var updates: [(lines: Range<Int>, output: [String])] = []
        for example in page.transcripts {
            let command = example.command.replacing(Self.address, with: backend.address)
                .replacing(Self.home, with: folder)
            let prefix = "exec 2>&1\n" + (example.output == nil ? "set -e\n" : "")
            let (status, data) = try Shell.run(["sh", "-c", prefix + command], in: folder, environment: environment)
            let text = String(decoding: data, as: UTF8.self).replacing(folder, with: Self.home)
                .replacing(backend.address, with: Self.address)
            guard let output = example.output else {
                if status != 0 { failures.append("the hidden commands failed:\n\(text)".at(example.line, of: page)) }
                continue
            }
            let comparison = OutputComparison(shown: output, actual: text.outputLines)
            guard !comparison.matches else { continue }
            if update, let updated = comparison.updated {
                let lines = updated.map { $0.isEmpty ? "" : example.indentation + $0 }
                updates.append((example.start..<(example.start + output.count), lines))
            } else {
                let what = "the output of `\(example.command)` differs from a run. Fix: Correct the page, or run "
                let text = (["\(what)`make examples UPDATE=1`."] + comparison.diff.map { "  " + $0 }).joined(
                    separator: "\n")
                failures.append(text.at(example.line, of: page))
            }
        }
        // From the end, so that the positions of the others stay valid.
        for (lines, output) in updates.reversed() { page.lines.replaceSubrange(lines, with: output) }
        return failures
    }

    private func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // As the system spells it: `/var` is a symbolic link on macOS.
        return folder.resolvingSymlinksInPath().path
    }
}

// MARK: Followed pages

extension ExampleRunner {
    /// Does what pages tell their readers to do: writes all files first, so that one build serves all pages, and then runs the
    /// `sh` blocks of each page in the workspace. Stops at the first command that fails or prints something else.
    func follow(_ pages: [Page]) throws {
        for page in pages {
            for fence in page.fences where fence.path != nil { try write(fence, of: page) }
        }
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let port = try Self.freePort()
        // The commands store their data in the temporary folder, and `make serve` reads PORT.
        let environment = ProcessInfo.processInfo.environment.merging([
            "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
            "STRATA_BASE_URL": "http://127.0.0.1:\(port)", "PORT": "\(port)",
        ]) { $1 }
        for page in pages {
            var beside: Process?
            defer { beside.map(stop) }
            for (index, example) in page.scripts.enumerated() {
                print("\n\(page.path):\(example.line)\n$ \(example.command)")
                let log = "\(folder)/\(index).log"
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments = ["bash", "-euo", "pipefail", "-c", "exec >\(log) 2>&1\n\(example.command)"]
                process.currentDirectoryURL = URL(filePath: root)
                process.environment = environment
                process.standardInput = FileHandle.nullDevice
                try process.run()
                if example.isBeside { beside = process } else { process.waitUntilExit() }
                let failure = try awaitOutput(of: process, in: log, example: example, port: port)
                print(try String(contentsOfFile: log, encoding: .utf8))
                if let failure { throw WorkbenchError(failure.at(example.line, of: page)) }
            }
        }
    }

    /// Compares the output once the command has ended. For a command that runs beside the page, waits until the output is the
    /// page's, at most as long as a first build takes.
    private func awaitOutput(of process: Process, in log: String, example: Example, port: UInt16) throws -> String? {
        let end = ContinuousClock.now + .seconds(1_200)
        while true {
            let hasEnded = !process.isRunning
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            let comparison = OutputComparison(
                shown: example.output ?? [],
                actual: text.replacing("127.0.0.1:\(port)", with: Self.address).outputLines)
            if comparison.matches, example.isBeside || hasEnded {
                return example.isBeside || process.terminationStatus == 0 ? nil : "the command failed."
            }
            guard !hasEnded, ContinuousClock.now < end else {
                return (["the output differs from the page's."] + comparison.diff.map { "  " + $0 }).joined(
                    separator: "\n")
            }
            Thread.sleep(forTimeInterval: 0.2)
        }
    }

    /// Ends a process group, because `make` starts others.
    private func stop(_ process: Process) {
        // A child inherits the blocked signals of the thread that started it, which can include SIGTERM.
        kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Writes the file of a block. A block of language `diff` changes these lines of it.
    private func write(_ fence: Page.Fence, of page: Page) throws {
        let file = URL(filePath: root).appending(path: fence.path ?? "")
        var content = fence.text + "\n"
        if fence.language == "diff" {
            let old = fence.lines.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() }.joined(separator: "\n")
            let new = fence.lines.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() }.joined(separator: "\n")
            let parts = try ("\n" + String(contentsOf: file, encoding: .utf8)).components(separatedBy: "\n\(old)\n")
            guard parts.count == 2 else {
                throw WorkbenchError(
                    "\(file.path) has these lines \(parts.count - 1) times:\n\(old)".at(fence.start, of: page))
            }
            content = String(parts.joined(separator: "\n\(new)\n").dropFirst())
        }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
    }

    private static func freePort() throws -> UInt16 {
        // SOCK_STREAM, whose type differs between platforms.
        let descriptor = socket(AF_INET, 1, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard status == 0 else {
            throw WorkbenchError("No port of 127.0.0.1 is free: \(String(cString: strerror(errno))).")
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// A sample backend with new demo data and fault switches, on a free port.
private struct Backend {
    private struct Ready: Decodable { let url: String }

    /// `127.0.0.1:49152`.
    let address: String
    private let process = Process()
    private let input = Pipe()

    init(executable: String, folder: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = [
            "--json", "--port", "0", "--faults", "--until-stdin-closes", "--data-dir", folder,
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        var line = Data()
        if (try? process.run()) != nil {
            while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8)
            {
                line += byte
            }
        }
        guard let ready = try? JSONDecoder().decode(Ready.self, from: line) else {
            throw WorkbenchError("\(executable) does not start. Build it with `make programs`.")
        }
        address = ready.url.replacing("http://", with: "")
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

extension String {
    /// The lines of a command's output.
    fileprivate var outputLines: [String] {
        let text = replacing(/\n+$/, with: "")
        return text.isEmpty ? [] : text.components(separatedBy: "\n")
    }

    /// `page:line: examples: this`
    fileprivate func at(_ line: Int, of page: Page) -> String { "\(page.path):\(line): examples: \(self)" }
}
