import Foundation
import Primitives

/// Reads the key of `strata api --auth api-key` from a file, or from its variable. It never reads an argument, because
/// every process on the machine can read arguments.
struct APIKeyInput {
    let file: String?

    /// The value of `STRATA_API_KEY`; `nil` if it is not set or empty.
    static var variable: Secret<String>? {
        guard let key = ProcessInfo.processInfo.environment[Variables.apiKey], !key.isEmpty else { return nil }
        return Secret(key)
    }

    func read() async throws -> Secret<String> {
        if let file { return try await Self.firstLine(of: file) }
        guard let key = Self.variable else {
            throw Failure(
                "--auth api-key requires the key in the variable \(Variables.apiKey) or a file named by --api-key-file.",
                .usage)
        }
        return key
    }

    private static func firstLine(of name: String) async throws -> Secret<String> {
        let path = URL(filePath: name).path
        let content: Data
        do {
            content = try await BlockingWork.run { try InputFile.content(of: path, limit: .text) }
        } catch let fault as InputFile.Fault {
            throw Failure("The key file \(path) can't be read (\(fault.reason)).", .unsuitableFile)
        }
        let line = String(data: content, encoding: .utf8)?.prefix { !$0.isNewline }
        guard let line, !line.isEmpty else {
            throw Failure("The key file \(path) has no text in its first line.", .unsuitableFile)
        }
        return Secret(String(line))
    }
}
