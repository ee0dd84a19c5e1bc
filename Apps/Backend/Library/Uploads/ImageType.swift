import GRDB

/// The image types of avatars.
enum ImageType: String, CaseIterable, Sendable, DatabaseValueConvertible {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"
    case gif = "image/gif"

    var fileExtension: String { self == .jpeg ? "jpg" : String(rawValue.dropFirst("image/".count)) }

    /// The type according to the first bytes, because a name or a header may be wrong; `nil` for any other type.
    init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else {
            return nil
        }
    }
}
