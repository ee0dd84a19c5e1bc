public import Foundation
public import Models

/// Creates picture files for uploads.
public enum PictureFile {
    /// A file that begins like a picture of this type and continues with padding. Servers detect the type from these
    /// first bytes only.
    public static func bytes(of type: ImageType, count: Int = 64) -> Data {
        let header: [UInt8] =
            switch type {
            case .png:
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                    + [0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 0xB9, 0xEA, 0xDE, 0x81]
            case .jpeg: [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0]
            case .gif: Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0, 0, 0x2C]
            case .webp:
                Array("RIFF".utf8) + [0x38, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 1, 0x80, 0, 0]
            }
        return Data(header + [UInt8](repeating: 0x2A, count: max(0, count - header.count)))
    }

    /// Writes `data` into a new file in `folder` and returns its URL.
    public static func write(_ data: Data, named name: String, in folder: URL) throws -> URL {
        let file = folder.appending(path: name, directoryHint: .notDirectory)
        try data.write(to: file)
        return file
    }
}
