import Foundation
import Networking
import Primitives
import Transfers

/// A downloaded file as output.
struct FileOutput: Encodable {
    let file: String
    let bytes: Int64
    let digest: String?

    init(_ downloaded: DownloadedFile) {
        file = downloaded.url.path
        bytes = downloaded.length
        digest = downloaded.digest?.description
    }

    /// A file without a digest.
    init(file: URL, bytes: Int64) {
        self.file = file.path
        self.bytes = bytes
        digest = nil
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        terminal.note("\(file): \(bytes.grouped) bytes\(digest.map { ", \($0)" } ?? "")")
    }
}
