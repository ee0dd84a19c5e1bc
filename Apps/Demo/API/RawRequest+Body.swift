import Foundation
import Networking
import Primitives

extension RawRequest {
    /// What the options send: bytes as they are, a multipart form, or `fields` as a JSON object.
    ///
    /// - Parameter contentType: as a header names it, for bytes whose type nothing else tells.
    static func body(
        _ options: RequestOptions, contentType: String?, fields: [FieldValue], identifiers: any IdentifierSource
    ) throws -> EndpointBody {
        if let data = options.data {
            return try Self.data(data, contentType: contentType ?? "application/octet-stream")
        }
        if !options.form.isEmpty {
            let parts = try options.form.map(Self.part)
            return .multipart(MultipartForm(parts: parts, boundary: identifiers.next()))
        }
        return fields.isEmpty ? .none : .data(try FieldValue.object(fields), contentType: "application/json")
    }

    /// A file is streamed, and standard input read whole: only what has a beginning can be sent a second time.
    private static func data(_ argument: String, contentType: String) throws -> EndpointBody {
        guard argument.hasPrefix("@") else { return .data(Data(argument.utf8), contentType: contentType) }
        let path = String(argument.dropFirst())
        if path == "-" {
            return .data(try FileHandle.standardInput.readToEnd() ?? Data(), contentType: contentType)
        }
        do throws(InvalidRequest) {
            return try .file(URL(filePath: path), contentType: contentType)
        } catch {
            throw Failure(error.reason, .unsuitableFile)
        }
    }

    /// `name=text`, `name=@file` or `name=@file;type=image/png`.
    private static func part(_ argument: String) throws -> MultipartForm.Part {
        let field = try FieldValue(argument, isTyped: false, option: "--form")
        guard field.text.hasPrefix("@") else { return .field(field.name, field.text) }
        let words = field.text.dropFirst().components(separatedBy: ";type=")
        let file = URL(filePath: words[0])
        do throws(InvalidRequest) {
            return try .file(field.name, at: file, contentType: words.count == 2 ? words[1] : mediaType(of: file))
        } catch {
            throw Failure(error.reason, .unsuitableFile)
        }
    }

    /// By the name's ending, for the few that people send by hand.
    private static func mediaType(of file: URL) -> String {
        switch file.pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "json": "application/json"
        case "txt": "text/plain"
        case "csv": "text/csv"
        case "pdf": "application/pdf"
        default: "application/octet-stream"
        }
    }
}
