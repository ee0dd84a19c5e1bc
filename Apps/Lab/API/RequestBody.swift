import CommandLine
import Foundation
import Networking
import Primitives

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
        guard let file = argument.nameBehindAt else { return .data(Data(argument.utf8), contentType: contentType) }
        switch try await input.open(file, of: "--data") {
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
        guard let named = field.text.nameBehindAt else { return .field(field.name, field.text) }
        let words = named.components(separatedBy: ";type=")
        let file = URL(typed: words[0])
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

extension String {
    /// The file that an argument names as `@FILE`; `nil` without the `@`.
    var nameBehindAt: String? {
        unicodeScalars.first == "@" ? String(unicodeScalars.dropFirst()) : nil
    }
}

struct FieldValue: Equatable {
    let name: String
    let text: String
    /// Whether a JSON object stores numbers, booleans and null as such instead of as strings.
    let isTyped: Bool

    init(_ argument: String, isTyped: Bool, option: String) throws(Failure) {
        // To Swift, = and a combining mark behind it are one character.
        guard let separator = argument.unicodeScalars.firstIndex(of: "=") else {
            // The argument may be a secret, as in `password:secret`.
            throw Failure("\(option) requires name=value, and one argument has no =.", .usage)
        }
        guard separator > argument.startIndex else {
            throw Failure("\(option) requires name=value, with a name before the =.", .usage)
        }
        name = String(argument[..<separator])
        text = String(argument[argument.unicodeScalars.index(after: separator)...])
        self.isTyped = isTyped
    }

    /// The fields as one JSON object with sorted keys. Duplicate names are an error, because servers disagree about
    /// which value counts (RFC 8259 section 4). Names are compared by their bytes: a server may tell `é` in one scalar from `é`
    /// in two.
    static func object(_ fields: [FieldValue]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var object = Data()
        var names: Set<Data> = []
        for field in fields.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            guard names.insert(Data(field.name.utf8)).inserted else {
                throw Failure("--field \(field.name) appears twice. Use each name once.", .usage)
            }
            object += Data((object.isEmpty ? "{" : ",").utf8) + (try encoder.encode(field.name)) + Data(":".utf8)
            object += try encoder.encode(field.value)
        }
        return object + Data("}".utf8)
    }

    private var value: JSONElement {
        guard isTyped else { return .text(text) }
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        // A number that would print differently (007, +1) stays a string.
        default: return Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil } ?? .text(text)
        }
    }
}
