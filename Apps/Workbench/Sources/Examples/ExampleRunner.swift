import Foundation

/// Runs a page's commands in order, in an empty home folder and against a backend of their own.
///
/// In a page, `/home/ada` represents the home folder, and `http://127.0.0.1:8080` the backend.
struct ExampleRunner {
    /// The folder of the built executables.
    let executables: URL
    /// The workspace's folder, `$WORKSPACE` in hidden commands.
    let root: String

    /// - Returns: a result for each example that differs from its run.
    /// - Throws: ``ExampleError`` if the backend does not start.
    func failures(of page: ExamplePage) throws -> [ExampleFailure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        let home = folder.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let backend = try ExampleBackend(
            executable: executables.appending(path: "strata-backend"), folder: folder.appending(path: "backend"))
        defer { backend.stop() }
        // The home folder as the system spells it: `/var` is a symbolic link on macOS.
        let shell = Shell(
            root: root, home: try ChildProcess.run(["pwd", "-P"], in: home).text.trimmingSpaces,
            address: backend.address,
            path: executables.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""))

        return try page.steps.compactMap { step -> ExampleFailure? in
            switch step {
            case .preparation(let script, let line):
                let (status, output) = try shell.run("set -e\n" + script)
                return status == 0 ? nil : .preparation(line: line, output: output)
            case .example(let example):
                let comparison = OutputComparison(shown: example.output, actual: try shell.run(example.command).output)
                return comparison.matches ? nil : .mismatch(example, comparison)
            }
        }
    }
}

/// The environment of a page's commands. Each command runs in its own shell, so they share only files.
private struct Shell {
    let root: String
    let home: String
    let address: String
    let path: String

    func run(_ command: String) throws -> (status: Int32, output: [String]) {
        // Without the caller's environment, which may contain settings.
        let environment = [
            "PATH=" + path, "HOME=" + home, "STRATA_BASE_URL=" + address, "WORKSPACE=" + root, "LANG=C.UTF-8",
        ]
        let script = command.replacing(Self.address, with: host(of: address)).replacing(Self.home, with: home)
        let process = try ChildProcess.run(
            ["-i"] + environment + ["sh", "-c", "exec 2>&1\n" + script],
            in: URL(filePath: home, directoryHint: .isDirectory))
        let text = process.text.replacing(home, with: Self.home).replacing(host(of: address), with: Self.address)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true {
            lines.removeLast()
        }
        return (process.status, lines)
    }

    private static let home = "/home/ada"
    private static let address = "127.0.0.1:8080"

    private func host(of address: String) -> String {
        address.replacing("http://", with: "")
    }
}
