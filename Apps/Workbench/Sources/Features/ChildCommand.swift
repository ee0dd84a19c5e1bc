import Foundation

/// Runs a program and returns its standard output. Its messages go to this process's standard error.
struct ChildCommand {
    let arguments: [String]
    let folder: String

    /// - Throws: ``FeatureError/commandFailed(_:status:)``.
    @discardableResult
    func output() throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let command = arguments.prefix(3).joined(separator: " ")
            throw FeatureError.commandFailed(command, status: process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }
}
