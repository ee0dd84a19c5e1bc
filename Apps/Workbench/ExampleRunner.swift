import Foundation

/// A command of a page, and the output that the page shows for it.
struct Example: Sendable {
    let command: String
    /// The number of the command's line.
    let line: Int
    /// `nil` for a hidden command.
    var output: ArraySlice<String>?
    /// The index of the output's first line in the page, and the indentation of its fence.
    var start = 0
    var indentation = ""
}

extension Page {
    /// The commands after a `$`, with the lines below each as its output, and the hidden commands before them.
    var examples: [Example] {
        let shown = fences.filter { !$0.isOmitted && $0.lines.first?.hasPrefix("$ ") == true }.flatMap { fence in
            let prompts = fence.lines.indices.filter { fence.lines[$0].hasPrefix("$ ") }
            return zip(prompts, prompts.dropFirst() + [fence.lines.count]).map { prompt, end in
                // A backslash continues the command. Empty lines at the end of an output only separate two commands.
                let rest = fence.lines[prompt..<end].drop { $0.hasSuffix("\\") }.dropFirst()
                let last = rest.lastIndex { !$0.trimming().isEmpty } ?? rest.startIndex - 1
                return Example(
                    command: String(fence.lines[prompt..<rest.startIndex].joined(separator: "\n").dropFirst(2)),
                    line: fence.start + prompt + 1, output: rest[..<(last + 1)], start: fence.start + rest.startIndex,
                    indentation: fence.indentation)
            }
        }
        let hidden = shown.isEmpty ? [] : hidden.map { Example(command: $0.script, line: $0.line) }
        return (hidden + shown).sorted { $0.line < $1.line }
    }
}

/// Runs the commands of pages and compares their output with the pages.
struct ExampleRunner {
    /// The folder of the built executables.
    let executables: String
    /// The workspace, `$WORKSPACE` in hidden commands.
    let root: String

    /// Runs these pages, or all. Those of a tutorial only run once its reader has written the files that it shows.
    ///
    /// - Returns: whether all outputs are those of the pages.
    func run(pages paths: [String], update: Bool) throws -> Bool {
        let pages = try Workspace.pages(in: root).filter { paths.isEmpty || paths.contains($0.path) }
        guard !pages.isEmpty else { throw WorkbenchError("\(paths[0]) is not a page of the documentation.") }
        func isWritten(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }
        var isClean = true
        for var page in pages where !page.examples.isEmpty && page.fences.compactMap(\.path).allSatisfy(isWritten) {
            let start = ContinuousClock.now
            let failures = try check(&page, update: update)
            let seconds = (ContinuousClock.now - start).components.seconds
            print("\(page.path): \(page.examples.count) commands in \(seconds) s, \(failures.count) differences")
            failures.forEach { print($0) }
            isClean = isClean && failures.isEmpty
            let text = page.lines.joined(separator: "\n")
            if update { try text.write(toFile: "\(root)/\(page.path)", atomically: true, encoding: .utf8) }
        }
        return isClean
    }

    /// Runs the examples of a page in an empty home folder, on a sample backend of their own on a free port.
    ///
    /// - Parameter update: whether to write the outputs that differ into `page`, unless they omit lines.
    /// - Returns: a text for each command that does not do what the page shows.
    func check(_ page: inout Page, update: Bool) throws -> [String] {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: temporary) }
        // As the system spells it: `/var` is a symbolic link on macOS.
        let folder = temporary.resolvingSymlinksInPath().path
        let bin = URL(filePath: executables, directoryHint: .isDirectory).standardizedFileURL.path
        let backend = try Backend(executable: bin + "/strata-backend", folder: folder + "/backend")
        defer { backend.stop() }
        let names = [("127.0.0.1:8080", backend.address), ("/home/ada", folder)]
        // Without this process's environment, which may contain settings.
        let environment = [
            "PATH": "\(bin):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "HOME": folder,
            "STRATA_BASE_URL": "http://" + backend.address, "WORKSPACE": root, "LANG": "C.UTF-8",
        ]
        var (failures, updates) = ([String](), [(lines: Range<Int>, new: [String])]())
        for example in page.examples {
            let command = names.reduce(example.command.replacing("swift run ", with: "")) {
                $0.replacing($1.0, with: $1.1)
            }
            let prefix = "exec 2>&1\n" + (example.output == nil ? "set -e\n" : "")
            let (status, data) = try Shell.run(["sh", "-c", prefix + command], in: folder, environment: environment)
            let text = names.reduce(String(decoding: data, as: UTF8.self)) { $0.replacing($1.1, with: $1.0) }
            let lines = text.isEmpty ? [] : text.replacing(/\n+$/, with: "").components(separatedBy: "\n")
            let comparison = OutputComparison(shown: Array(example.output ?? []), actual: lines)
            let place = "\(page.path):\(example.line): examples:"
            if example.output == nil {
                if status != 0 { failures.append("\(place) the hidden commands failed:\n\(text)") }
            } else if !comparison.matches, update, let updated = comparison.updated {
                let new = updated.map { $0.isEmpty ? "" : example.indentation + $0 }
                updates.append((example.start..<(example.start + comparison.shown.count), new))
            } else if !comparison.matches {
                failures.append(
                    "\(place) the output of `\(example.command)` differs from a run. "
                        + "Fix: Correct the page, or run `make examples UPDATE=1`.\n\(comparison.diff)")
            }
        }
        // From the end, so that the positions of the others stay valid.
        for (lines, new) in updates.reversed() { page.lines.replaceSubrange(lines, with: new) }
        return failures
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
        process.arguments = ["--json", "--port", "0", "--faults", "--until-stdin-closes", "--data-dir", folder]
        (process.standardInput, process.standardOutput) = (input, output)
        // It prints one line once it listens, and none if it can't start.
        guard (try? process.run()) != nil,
            let ready = try? JSONDecoder().decode(Ready.self, from: output.fileHandleForReading.availableData)
        else { throw WorkbenchError("\(executable) does not start. Build it with `make programs`.") }
        address = ready.url.replacing("http://", with: "")
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
