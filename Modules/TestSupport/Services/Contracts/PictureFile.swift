public import Foundation
public import Models

/// Files for uploads.
public enum PictureFile {
    /// Bytes that begin as a picture of that type does, and are no more of a picture than a server looks at.
    public static func bytes(of type: ImageType, count: Int = 64) -> Data {
        let signature: [UInt8] =
            switch type {
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0]
            case .gif: Array("GIF89a".utf8)
            case .webp: Array("RIFF".utf8) + [0x38, 0, 0, 0] + Array("WEBP".utf8)
            }
        return Data(signature + [UInt8](repeating: 0x2A, count: max(0, count - signature.count)))
    }

    /// Writes a file into `folder`.
    public static func write(_ data: Data, named name: String, in folder: URL) throws -> URL {
        let file = folder.appending(path: name, directoryHint: .notDirectory)
        try data.write(to: file)
        return file
    }
}
