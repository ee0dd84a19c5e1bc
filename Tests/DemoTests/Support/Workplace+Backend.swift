import Foundation
import Primitives

@testable import Demo

/// Workplaces with a sample backend.
extension Workplace {
    /// Provides a workplace whose backend listens on a free port.
    static func with(
        backendArguments: [String] = [], _ body: @escaping @Sendable (Workplace) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let process = try BackendProcess(
                executable: Binaries.backend,
                arguments: ["--data-dir", folder.appending(path: "backend").path]
                    + backendArguments)
            try await process.run { url in try await body(Workplace(folder: folder, backend: url)) }
        }
    }

    /// Logs in one of the demo accounts.
    func logIn(_ account: DemoAccount = .ada) async throws -> Outcome {
        try await strata("login", account.email, input: account.password.reveal() + "\n")
    }
}

extension Binaries {
    static var backend: URL { folder.appending(path: "strata-backend") }
}
