import Foundation
import Primitives
import Testing

@testable import CommandLine
@testable import Lab

/// Workplaces with a sample backend.
extension Workplace {
    /// Provides a workplace whose backend listens on a free port, until `body` ends.
    ///
    /// - Parameters:
    ///   - faults: whether the backend has fault switches.
    ///   - account: who is logged in.
    static func with(
        faults: Bool = false, login account: DemoAccount? = nil,
        _ body: @escaping @Sendable (Workplace) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let process = try BackendProcess(
                executable: Binaries.backend,
                arguments: ["--data-dir", folder.appending(path: "backend").path]
                    + (faults ? ["--faults"] : []))
            try await process.run { url in
                let place = Workplace(folder: folder, backend: url)
                if let account { try await place.logIn(account) }
                try await body(place)
            }
        }
    }

    /// Logs in one of the demo accounts.
    func logIn(_ account: DemoAccount = .ada) async throws {
        try await strata("login", account.email, input: account.password.reveal() + "\n", code: 0)
    }

    /// Sets a fault switch of the backend.
    func arm(_ fault: String, _ settings: String...) async throws {
        try await strata(["api", "POST", "/faults/\(fault)"] + settings.flatMap { ["-F", $0] }, code: 0)
    }

    /// Queues a download as transfer 1, whose first run ends after 2,000,000 of 3,000,000 bytes. Returns its file.
    func interruptedTransfer() async throws -> URL {
        let file = folder.appending(path: "file")
        try await arm("cut", "count=1", "after=2000000", "path=/v2/files")
        try await strata("transfers", "add", "/v2/files/sample-3000000", "-o", file.path)
        let run = try await strata("transfers", "run", "--max-retries", "0", code: 75)
        #expect(run.errors.contains("bytes of transfer 1 are stored. To continue, run: "), "\(run.errors)")
        return file
    }
}

extension Binaries {
    static var backend: URL { folder.appending(path: "strata-backend") }
}
