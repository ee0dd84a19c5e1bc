import Foundation
import Networking
import Primitives
import Transfers

/// The bytes that a download of a file has stored beside it.
struct StoredBytes {
    let file: URL

    private var partial: String { file.path + ".partial" }

    /// How many bytes the next run can continue with. 0 for a partial file without a record: no download wrote it.
    var count: Int {
        guard FileManager.default.fileExists(atPath: partial + ".json") else { return 0 }
        return (try? URL(filePath: partial).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    /// Prints how many bytes are stored, and the command that continues with them.
    func note(after error: (any Error)?, on terminal: Terminal) {
        switch (error as? DownloadError)?.failure {
        // The bytes belong to another download, or the error's own message names them.
        case .busy, .partialFileConflict, .diskFull: return
        default: break
        }
        let count = count
        guard count > 0 else { return }
        terminal.message(
            "\(count.grouped) bytes are stored in \(partial.printable). \(TypedCommand.current.toContinue)")
    }
}
