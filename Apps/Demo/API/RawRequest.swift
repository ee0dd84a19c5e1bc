import Foundation
import Networking
import Primitives

/// The request of `strata api`, parsed from its arguments and options.
struct RawRequest {
    let method: Networking.RequestMethod
    private(set) var target: TypedTarget
    let headers: [HeaderField]
    let body: EndpointBody

    init(
        _ words: [String], options: RequestOptions, baseURL: URL, identifiers: any IdentifierSource, input: BodyInput
    ) async throws {
        let target = try TypedTarget(words.last ?? "", baseURL: baseURL)
        let fields =
            try options.fields.map { try FieldValue($0, isTyped: true, option: "--field") }
            + options.rawFields.map { try FieldValue($0, isTyped: false, option: "--raw-field") }
        headers = try options.headers.map(Self.header)
        let named = words.count == 2 ? words.first : nil
        method = try Self.method(named, sendsBody: !fields.isEmpty || options.data != nil || !options.form.isEmpty)
        let fieldsAreQuery = [.get, .head, .delete].contains(method)
        self.target = fieldsAreQuery ? target.adding(fields.map { QueryItem($0.name, $0.text) }) : target

        body = try await Self.body(
            options, contentType: Self.contentType(in: headers), fields: fieldsAreQuery ? [] : fields,
            identifiers: identifiers, input: input)
    }

    /// The first request of `--paginate`. Later pages may have any path on the server.
    func firstPage() throws(Failure) -> RawRequest {
        guard method == .get else { throw Failure("--paginate requires a GET request.", .usage) }
        var request = self
        request.target = target.withWholePath
        return request
    }

    private static func method(_ named: String?, sendsBody: Bool) throws(Failure) -> Networking.RequestMethod {
        guard let named else { return sendsBody ? .post : .get }
        guard let method = Networking.RequestMethod(rawValue: named.uppercased()) else {
            let known = Networking.RequestMethod.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("Unknown method \(named). Use one of \(known).", .usage)
        }
        return method
    }

    static func header(_ argument: String) throws(Failure) -> HeaderField {
        guard let colon = argument.firstIndex(of: ":"), colon > argument.startIndex else {
            throw Failure("--header requires \"Name: value\".", .usage)
        }
        let name = String(argument[..<colon])
        guard !name.contains(where: \.isWhitespace) else {
            throw Failure("--header requires \"Name: value\", without spaces in the name.", .usage)
        }
        if let reason = AutomaticField.reason(name) { throw Failure("--header \(name): \(reason)", .usage) }
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return HeaderField(name, String(value))
    }

    private static func contentType(in headers: [HeaderField]) -> String? {
        headers.last { $0.name.lowercased() == "content-type" }?.value
    }
}

extension RawRequest {
    /// The body that the options describe: unchanged bytes, a multipart form, or `fields` as a JSON object.
    ///
    /// - Parameter contentType: the value from `--header`, which applies to `--data`.
    static func body(
        _ options: RequestOptions, contentType: String?, fields: [FieldValue], identifiers: any IdentifierSource,
        input: BodyInput
    ) async throws -> EndpointBody {
        if let data = options.data {
            return try await Self.data(data, contentType: contentType ?? "application/octet-stream", input: input)
        }
        if !options.form.isEmpty {
            var parts: [MultipartForm.Part] = []
            for argument in options.form { parts.append(try await part(argument, input: input)) }
            return .multipart(MultipartForm(parts: parts, boundary: identifiers.next()))
        }
        return fields.isEmpty ? .none : .data(try FieldValue.object(fields), contentType: "application/json")
    }

    private static func data(_ argument: String, contentType: String, input: BodyInput) async throws -> EndpointBody {
        guard argument.hasPrefix("@") else { return .data(Data(argument.utf8), contentType: contentType) }
        switch try await input.open(String(argument.dropFirst()), of: "--data") {
        case .bytes(let bytes): return .data(bytes, contentType: contentType)
        case .file(let file):
            do throws(InvalidRequest) {
                return try .file(file, contentType: contentType)
            } catch {
                throw Failure(error.reason, .unsuitableFile)
            }
        }
    }

    /// Parses `name=text`, `name=@file` or `name=@file;type=image/png`.
    private static func part(_ argument: String, input: BodyInput) async throws -> MultipartForm.Part {
        let field = try FieldValue(argument, isTyped: false, option: "--form")
        guard field.text.hasPrefix("@") else { return .field(field.name, field.text) }
        let words = field.text.dropFirst().components(separatedBy: ";type=")
        let file = URL(filePath: words[0])
        let contentType = try words.count == 1 ? mediaType(of: file) : typed(words[1], of: field.name)
        switch try await input.open(words[0], of: "--form") {
        case .bytes(let bytes):
            return .file(field.name, bytes, fileName: file.lastPathComponent, contentType: contentType)
        case .file(let file):
            do throws(InvalidRequest) {
                return try .file(field.name, at: file, contentType: contentType)
            } catch {
                throw Failure(error.reason, .unsuitableFile)
            }
        }
    }

    /// Validates a media type from the command line (RFC 9110 section 8.3.1). The form contains it verbatim, so a line
    /// break would begin another header field.
    private static func typed(_ text: String, of part: String) throws(Failure) -> String {
        let isType = text.wholeMatch(of: /[A-Za-z0-9!#$&^_.+\-]+\/[A-Za-z0-9!#$&^_.+\-]+([ \t]*;[\t -~]*)?/) != nil
        guard isType else {
            throw Failure("--form \(part): ;type= requires a media type, such as image/png.", .usage)
        }
        return text
    }

    /// The media type by file extension, for types that users commonly send by hand.
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
