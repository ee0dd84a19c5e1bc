import ArgumentParser
import Foundation

extension AsyncParsableCommand {
    /// Runs `work`. Prints a failure on standard error and exits with code 2, so that a script can distinguish a check
    /// that could not run from one that found breaches.
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
