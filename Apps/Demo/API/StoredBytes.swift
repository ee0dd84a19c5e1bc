import Foundation
import Primitives
import Services
import Transfers

/// The bytes that a download of a file has stored beside it.
struct StoredBytes {
    let file: URL

    private var names: PartialNames { PartialNames(for: file.path) }

    /// How many bytes the next run can continue with. 0 for a partial file without a record: no download wrote it.
    var count: Int {
        guard FileManager.default.fileExists(atPath: names.sidecar) else { return 0 }
        return (try? URL(filePath: names.partial).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    /// Prints how many bytes are stored, and the command that continues with them.
    func note(after failure: ServiceFailure?, on terminal: Terminal) {
        let key = failure?.localizableUserMessage.key
        // The bytes belong to another download, or the error's own message names them.
        let others = ["download.busy", "download.partialFileConflict", "download.diskFull", "download.diskFullStored"]
        if let key, others.contains(key) { return }
        let count = count
        guard count > 0 else { return }
        terminal.message(
            "\(count.grouped) bytes are stored in \(names.partial.printable). \(TypedCommand.current.toContinue)")
    }
}
