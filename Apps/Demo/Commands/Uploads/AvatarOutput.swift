import Foundation
import Models
import Networking

/// The server's receipt for an upload as output.
struct ReceiptOutput: Encodable {
    let avatarURL: String
    let contentType: String
    let size: Int
    let sha256: String

    enum CodingKeys: String, CodingKey {
        case avatarURL = "avatar_url"
        case contentType = "content_type"
        case size, sha256
    }

    init(_ receipt: AvatarReceipt) {
        avatarURL = receipt.avatarURL.absoluteString
        contentType = receipt.contentType
        size = receipt.size
        sha256 = receipt.sha256
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        terminal.print("Uploaded \(size.grouped) bytes as \(contentType.printable).")
        terminal.print(terminal.dim("sha256  ") + sha256.printable)
        terminal.print(terminal.dim("url     ") + avatarURL)
    }
}
