public import Foundation
import Primitives

/// A streamed `multipart/form-data` body (RFC 7578). Files are read while they are sent, the length is known in
/// advance, and every attempt sends the same bytes.
public struct MultipartForm: Sendable {
    /// The fields of the form, in the order in which they are sent.
    public let parts: [Part]
    private let boundary: String

    /// - Parameter boundary: a random UUID, whose text must not occur in any part.
    public init(parts: [Part], boundary: UUID) {
        self.parts = parts
        self.boundary = "boundary-\(boundary.text)"
    }

    /// The value for the Content-Type field.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The body as the transport sends it.
    public var requestBody: RequestBody {
        var segments: [Segment] = []
        for part in parts {
            segments.append(.data(Data(header(of: part).utf8)))
            segments.append(part.content)
            segments.append(.data(Data("\r\n".utf8)))
        }
        segments.append(.data(Data("--\(boundary)--\r\n".utf8)))
        let sequence = MultipartBytes(segments: segments)
        return .stream(
            RequestBody.Streamed(
                length: segments.reduce(0) { $0 + $1.length }, isReplayable: true, open: { ByteStream(sequence) }))
    }

    private func header(of part: Part) -> String {
        var header = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\""
        if let fileName = part.fileName { header += "; filename=\"\(Self.escape(fileName))\"" }
        header += "\r\n"
        if let contentType = part.contentType {
            // A line break in a media type could inject another header.
            header += "Content-Type: \(contentType.filter { !$0.isNewline })\r\n"
        }
        return header + "\r\n"
    }

    /// Escapes a name as the HTML standard does, because RFC 7578 section 2 leaves the method open: names are UTF-8,
    /// and only the three characters that could end the quoted string or the line are percent-encoded.
    private static func escape(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Part of a body's bytes, with its length.
    enum Segment: Sendable {
        case data(Data)
        case file(URL, length: Int64)

        var length: Int64 {
            switch self {
            case .data(let data): Int64(data.count)
            case .file(_, let length): length
            }
        }

        var bytes: ByteStream {
            switch self {
            case .data(let data): ByteStream(data)
            case .file(let file, let length): ByteStream(FileBytes(file: file, expectedLength: length))
            }
        }
    }
}

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

/// The segments of a multipart body, one after the other.
struct MultipartBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let segments: [MultipartForm.Segment]

    func makeAsyncIterator() -> Iterator {
        Iterator(waiting: segments[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        var waiting: ArraySlice<MultipartForm.Segment>
        var current: ByteStream.Iterator?

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            while true {
                if let chunk = try await current?.next(isolation: actor) { return chunk }
                guard let segment = waiting.popFirst() else { return nil }
                current = segment.bytes.makeAsyncIterator()
            }
        }
    }
}
