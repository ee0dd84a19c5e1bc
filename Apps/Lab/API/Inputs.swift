import CommandLine
import Foundation
import Primitives

/// Opens a body that an argument of `strata api` names with `@`. A large regular file is streamed. Standard input, a pipe,
/// a device or a small file is read completely before the request is sent, because a retry must send the same bytes again.
struct BodyInput: Sendable {
    /// When reading must end, on the clock of `time`; `nil` without `--deadline`.
    private let end: Duration?
    let limit: Duration?
    private let time: any TimeSource

    /// - Parameter limit: the value of `--deadline`, starting now.
    init(within limit: Duration?, time: any TimeSource) {
        self.limit = limit
        self.time = time
        end = limit.map { time.monotonicTime + $0 }
    }

    enum Source {
        case file(URL)
        case bytes(Data)
    }

    /// - Parameters:
    ///   - path: the text after `@`.
    ///   - option: the option that names the file, for error messages.
    func open(_ path: String, of option: String) async throws -> Source {
        guard !path.isEmpty else {
            throw Failure("\(option) requires a file name after @, or - for standard input.", .usage)
        }
        let file = URL(typed: path)
        let name = path == "-" ? "Standard input" : "The file \(file.path) of \(option)"
        do throws(InputFile.Fault) {
            // The size of a small one may be wrong: that of /proc/version is 0.
            if path != "-", try InputFile.isRegular(file.path, above: 64 * 1024) { return .file(file) }
        } catch {
            throw Failure("\(name) can't be read (\(error.reason)).", .unsuitableFile)
        }
        return .bytes(try await read(path == "-" ? nil : file.path, as: name))
    }

    private func read(_ path: String?, as name: String) async throws -> Data {
        guard let end, let limit else { return try await InputFile.bytes(of: path, limit: .body, as: name) }
        return try await withThrowingTaskGroup(of: Data.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await InputFile.bytes(of: path, limit: .body, as: name) }
            group.addTask {
                try await time.sleep(for: end - time.monotonicTime)
                throw Failure(
                    "\(name) did not end within \(SettingKey.seconds(limit)) s (--deadline). Close it, or allow more time.",
                    .timeout)
            }
            for try await bytes in group { return bytes }
            throw CancellationError()
        }
    }
}

/// Reads the key or token of `strata api --auth` from a file or an environment variable. It never reads an argument, because
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
        let path = URL(typed: file).path
        let content = try await InputFile.bytes(of: path, limit: .text, as: "The \(name) file \(path)")
        let line = String(data: content, encoding: .utf8)?.prefix { !$0.isNewline }
        guard let line, !line.isEmpty else {
            throw Failure("The \(name) file \(path) has no text in its first line.", .unsuitableFile)
        }
        return String(line)
    }
}
