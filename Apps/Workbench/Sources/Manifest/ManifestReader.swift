import Foundation

/// Reads the manifest of a package from a file or from SwiftPM.
struct ManifestReader: Sendable {
    /// The output of an earlier `swift package dump-package`; `nil` runs it.
    let dumpFile: String?

    func manifest(ofPackageAt root: String) async throws -> Manifest {
        guard let dumpFile else { return try Manifest(dump: dump(packageAt: root)) }
        do {
            return try Manifest(dump: Data(contentsOf: URL(filePath: dumpFile)))
        } catch let error as CocoaError {
            throw WorkspaceError.unreadableFile(dumpFile, cause: error.localizedDescription)
        }
    }

    /// Runs SwiftPM as a child process. It evaluates the manifest without resolving, building or locking, so this works
    /// in `swift run` and `swift test` too. A scratch folder of its own keeps it from waiting for a build. Its messages
    /// go to this process's standard error.
    private func dump(packageAt root: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root, "--scratch-path", root + "/.build-workbench/manifest",
            "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw WorkspaceError.manifestDumpFailed(status: process.terminationStatus)
        }
        return data
    }
}
