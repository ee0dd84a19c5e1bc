import Foundation
import Networking
import Primitives

/// The request of `strata api`, read from its words and options.
struct RawRequest {
    let method: Networking.Method
    let target: TypedTarget
    let headers: [Header]
    let body: EndpointBody

    init(
        _ words: [String], options: RequestOptions, baseURL: URL, identifiers: any IdentifierSource
    ) throws {
        let target = try TypedTarget(words.last ?? "", baseURL: baseURL)
        let fields =
            try options.fields.map { try FieldValue($0, isTyped: true, option: "--field") }
            + options.rawFields.map { try FieldValue($0, isTyped: false, option: "--raw-field") }
        headers = try options.headers.map(Self.header)
        let named = words.count == 2 ? words.first : nil
        method = try Self.method(named, sendsBody: !fields.isEmpty || options.data != nil || !options.form.isEmpty)
        let fieldsAreQuery = [.get, .head, .delete].contains(method)
        self.target = fieldsAreQuery ? target.adding(fields.map { QueryItem($0.name, $0.text) }) : target

        if let data = options.data {
            body = try Self.data(data, contentType: Self.contentType(in: headers) ?? "application/octet-stream")
        } else if !options.form.isEmpty {
            let parts = try options.form.map(Self.part)
            body = .multipart(MultipartForm(parts: parts, boundary: identifiers.next()))
        } else if !fields.isEmpty, !fieldsAreQuery {
            body = .data(try FieldValue.object(fields), contentType: "application/json")
        } else {
            body = .none
        }
    }

    private static func method(_ named: String?, sendsBody: Bool) throws(Failure) -> Networking.Method {
        guard let named else { return sendsBody ? .post : .get }
        guard let method = Networking.Method(rawValue: named.uppercased()) else {
            let known = Networking.Method.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("The method must be one of \(known).", .usage)
        }
        return method
    }

    private static func header(_ argument: String) throws(Failure) -> Header {
        guard let colon = argument.firstIndex(of: ":"), colon > argument.startIndex else {
            throw Failure("--header wants \"Name: value\".", .usage)
        }
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return Header(String(argument[..<colon]), String(value))
    }

    private static func contentType(in headers: [Header]) -> String? {
        headers.last { $0.name.lowercased() == "content-type" }?.value
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
