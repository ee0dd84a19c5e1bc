import Foundation
import Primitives

/// Reads the key or token of `strata api --auth` from a file, or from its variable. It never reads an argument, because
/// every process on the machine can read arguments.
struct SecretInput {
    /// The noun in messages, such as `key`.
    private let name: String
    private let file: String?
    private let variable: String
    private let environment: [String: String]

    init(apiKeyFile file: String?, environment: [String: String]) {
        (name, self.file, variable, self.environment) = ("key", file, Variables.apiKey, environment)
    }

    init(tokenFile file: String?, environment: [String: String]) {
        (name, self.file, variable, self.environment) = ("token", file, Variables.token, environment)
    }

    /// The API key. Throws if there is neither a file nor a variable.
    func key() async throws -> Secret<String> {
        guard let key = try await text() else {
            throw Failure(
                "--auth api-key requires the key in the variable \(variable) or a file named by --api-key-file.", .usage
            )
        }
        return Secret(key)
    }

    /// The value of the Authorization field with the token (RFC 6750 section 2.1); `nil` if there is neither a file nor
    /// a variable.
    func authorization() async throws -> Secret<String>? {
        guard let token = try await text() else { return nil }
        guard token.wholeMatch(of: /[A-Za-z0-9._~+\/\-]+=*/) != nil else {
            throw Failure(
                "The token in \(file.map { "the file \($0)" } ?? variable) is not a bearer token: it may only have letters, "
                    + "digits and -._~+/= (RFC 6750). Leave out the word Bearer.",
                file == nil ? .usage : .unsuitableFile)
        }
        return Secret("Bearer \(token)")
    }

    private func text() async throws -> String? {
        guard let file else { return environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        let path = URL(filePath: file).path
        let content: Data
        do {
            content = try await BlockingWork.run { try InputFile.content(of: path, limit: .text) }
        } catch let fault as InputFile.Fault {
            throw Failure("The \(name) file \(path) can't be read (\(fault.reason)).", .unsuitableFile)
        }
        let line = String(data: content, encoding: .utf8)?.prefix { !$0.isNewline }
        guard let line, !line.isEmpty else {
            throw Failure("The \(name) file \(path) has no text in its first line.", .unsuitableFile)
        }
        return String(line)
    }
}
