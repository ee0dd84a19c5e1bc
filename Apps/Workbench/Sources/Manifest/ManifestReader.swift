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
        let process = try ChildProcess.run(
            [
                "swift", "package", "--package-path", root, "--scratch-path", root + "/.build-workbench/manifest",
                "dump-package",
            ], in: URL(filePath: root, directoryHint: .isDirectory))
        FileHandle.standardError.write(Data(process.errors.utf8))
        guard process.status == 0 else { throw WorkspaceError.manifestDumpFailed(status: process.status) }
        return process.output
    }
}
