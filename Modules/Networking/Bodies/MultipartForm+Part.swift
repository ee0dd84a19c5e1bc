public import Foundation

extension MultipartForm {
    /// One field of a form.
    public struct Part: Sendable {
        /// The field's name (RFC 7578 section 4.2).
        public let name: String
        /// The name that the server receives for a file; `nil` for a plain field.
        public let fileName: String?
        /// The part's media type; `nil` sends none.
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
