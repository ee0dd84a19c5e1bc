import Foundation
import Networking

/// A file that holds a body until it is sent, readable by this user alone; removed with its last owner. What a killed process
/// leaves behind lies in the system's folder for temporary files.
final class SpooledFile: Sendable {
    let url: URL

    /// A new file at `url` that begins with `start`.
    init(at url: URL, _ start: Data) throws {
        self.url = url
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: start, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        // Where it can't be removed, nobody is left who could be told.
        try? FileManager.default.removeItem(at: url)
    }
}
