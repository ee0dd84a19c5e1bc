import Foundation
import Networking
import Primitives
import Transfers

/// The bytes that a download of a file has stored beside it.
struct StoredBytes {
    let file: URL

    /// Prints how many bytes the next run can continue with. Ignores partial files without a record and those of other
    /// downloads.
    func note(after error: (any Error)?, on terminal: Terminal) {
        switch (error as? NetworkError)?.cause.downloadFailure {
        case .busy, .partialFileConflict, .diskFull: return
        default: break
        }
        let partial = file.path + ".partial"
        guard FileManager.default.fileExists(atPath: partial + ".json"),
            let length = try? URL(filePath: partial).resourceValues(forKeys: [.fileSizeKey]).fileSize, length > 0
        else { return }
        terminal.note("\(length.grouped) bytes are stored in \(partial). Run the same command again to continue.")
    }
}
