public import Foundation

extension MultipartForm {
    /// One field of a form.
    public struct Part: Sendable {
        public let name: String
        public let fileName: String?
        public let contentType: String?
        let content: Segment

        /// A field with a text value.
        public static func field(_ name: String, _ value: String) -> Part {
            Part(name: name, fileName: nil, contentType: nil, content: .data(Data(value.utf8)))
        }

        /// A file whose bytes are in memory.
        public static func file(_ name: String, _ data: Data, fileName: String, contentType: String) -> Part {
            Part(name: name, fileName: fileName, contentType: contentType, content: .data(data))
        }

        /// A file on disk, read while it is sent. Its length must not change from now on. Throws ``InvalidRequest`` if
        /// the file does not exist or can't be read.
        public static func file(_ name: String, at file: URL, contentType: String) throws(InvalidRequest) -> Part {
            let length = try file.lengthOfReadableFile()
            return Part(
                name: name, fileName: file.lastPathComponent, contentType: contentType,
                content: .file(file, length: length))
        }
    }
}
