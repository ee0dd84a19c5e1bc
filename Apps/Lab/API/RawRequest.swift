import CommandLine
import Foundation
import Networking
import Primitives

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
        guard let colon = argument.unicodeScalars.firstIndex(of: ":"), colon > argument.startIndex else {
            throw Failure("--header requires \"Name: value\".", .usage)
        }
        let name = String(argument[..<colon])
        guard !name.contains(where: \.isWhitespace) else {
            throw Failure("--header requires \"Name: value\", without spaces in the name.", .usage)
        }
        if let reason = AutomaticField.reason(name) { throw Failure("--header \(name): \(reason)", .usage) }
        let value = argument[argument.unicodeScalars.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return HeaderField(name, String(value))
    }

    private static func contentType(in headers: [HeaderField]) -> String? {
        headers.last { $0.name.lowercased() == "content-type" }?.value
    }
}

/// Header fields that `--header` rejects, because the networking layer sets them and would replace the value silently.
enum AutomaticField {
    /// Why `--header` rejects a field, as a sentence that begins in lower case; `nil` for a field that it accepts.
    ///
    /// - Parameter isDownload: whether the response is downloaded to a file. A download requests its ranges itself.
    static func reason(_ name: String, isDownload: Bool = false) -> String? {
        switch name.lowercased() {
        case "host": "the target determines it. To use another server, pass an absolute URL."
        case "content-length": "the client computes it from the body."
        case "transfer-encoding": "the client sets it if the length of the body is unknown."
        // Connection-specific fields (RFC 9110 section 7.6.1).
        case "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade":
            "it applies to the connection, which the transport manages."
        case "x-request-id": "each call has its own ID, which its errors report."
        case "range", "if-range", "accept-encoding":
            isDownload ? "with --output FILE, the download requests the missing bytes itself." : nil
        default: nil
        }
    }
}
