import Foundation

/// A program that ran to its end.
struct ChildProcess: Sendable {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program of the search path, without standard input, and waits for its end.
    ///
    /// - Parameter environment: variables to add to this process's own.
    static func run(
        _ arguments: [String], in folder: URL, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        // A file instead of a second pipe, because a full pipe without a reader would block the child.
        let errors = FileManager.default.temporaryDirectory.appending(path: "workbench-\(UUID().uuidString)")
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let message = try String(decoding: Data(contentsOf: errors), as: UTF8.self)
        return ChildProcess(status: process.terminationStatus, output: data, errors: message)
    }

    /// Formats Swift files as the workspace does, because other names change line breaks and the order of imports.
    ///
    /// - Throws: ``RepositoryError/formatting(_:)`` with the formatter's message.
    static func format(_ paths: [String], in root: URL) throws {
        let sources = paths.filter { $0.hasSuffix(".swift") }
        guard !sources.isEmpty else { return }
        let process = try run(["swift", "format", "--in-place", "--parallel"] + sources, in: root)
        guard process.status == 0 else { throw RepositoryError.formatting(process.errors) }
    }
}
