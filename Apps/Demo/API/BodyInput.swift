import Foundation
import Primitives

/// Opens a body that an argument of `strata api` names with `@`. A regular file is streamed. Standard input, a pipe or
/// a device is read completely before the request is sent, because a retry must send the same bytes again.
struct BodyInput: Sendable {
    /// When reading must end, on the clock of `time`; `nil` without `--deadline`.
    private let end: Duration?
    private let limit: Duration?
    private let time: any TimeSource

    /// - Parameter limit: the value of `--deadline`, starting now.
    init(within limit: Duration?, time: any TimeSource) {
        self.limit = limit
        self.time = time
        end = limit.map { time.monotonicTime + $0 }
    }

    /// The source of a body: a file to stream, or bytes.
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
        let file = URL(filePath: path)
        let name = path == "-" ? "Standard input" : "The file \(file.path) of \(option)"
        do {
            if path == "-" {
                return .bytes(try await read(name) { () in try InputFile.content(of: STDIN_FILENO, limit: .body) })
            }
            if try InputFile.isRegular(file.path) { return .file(file) }
            return .bytes(try await read(name) { () in try InputFile.content(of: file.path, limit: .body) })
        } catch let fault as InputFile.Fault {
            throw Failure("\(name) can't be read (\(fault.reason)).", .unsuitableFile)
        }
    }

    private func read(_ name: String, _ work: @escaping @Sendable () throws -> Data) async throws -> Data {
        guard let end, let limit else { return try await BlockingWork.run(work) }
        return try await withThrowingTaskGroup(of: Data.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await BlockingWork.run(work) }
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
