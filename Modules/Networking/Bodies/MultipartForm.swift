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
