import ArgumentParser
import Foundation

extension AsyncParsableCommand {
    /// Runs what a command cannot do without; a failure becomes one sentence on standard error and exit code 2, so
    /// that a script can tell "could not judge" from "judged and found wanting".
    static func reportingFailure<Value>(of work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            let message = (error as? WorkspaceError)?.description ?? error.localizedDescription
            FileHandle.standardError.write(Data("workbench: \(message)\n".utf8))
            throw ExitCode(2)
        }
    }
}
