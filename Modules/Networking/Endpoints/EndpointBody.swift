public import Foundation

/// An endpoint's request body, before it is encoded.
public enum EndpointBody: Sendable {
    case none
    /// Encoded by the client's ``BodyCoding``.
    case encodable(any Encodable & Sendable)
    /// `application/x-www-form-urlencoded`.
    case form([QueryItem])
    /// `multipart/form-data`, streamed.
    case multipart(MultipartForm)
    /// Bytes as they are, with their media type.
    case data(Data, contentType: String)
    /// Bytes that are read while they are sent, with their media type.
    case stream(RequestBody.Streamed, contentType: String)
}

extension EndpointBody {
    /// A file on disk, read again for each attempt. Its length must not change from now on. Throws ``InvalidRequest``
    /// if the file does not exist or can't be read.
    public static func file(_ file: URL, contentType: String) throws(InvalidRequest) -> EndpointBody {
        let length = try file.lengthOfReadableFile()
        return .stream(
            RequestBody.Streamed(length: length, isReplayable: true) {
                ByteStream(FileBytes(file: file, expectedLength: length))
            }, contentType: contentType)
    }
}

extension URL {
    /// The file's length in bytes; throws ``InvalidRequest`` for anything but a readable regular file.
    func lengthOfReadableFile() throws(InvalidRequest) -> Int64 {
        // The attributes of a symbolic link are not those of its target, but the target is sent.
        let target = resolvingSymlinksInPath().path
        guard FileManager.default.isReadableFile(atPath: target),
            let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular, let length = attributes[.size] as? NSNumber
        else { throw InvalidRequest(reason: "There is no readable file \(lastPathComponent).") }
        return length.int64Value
    }
}
