import Foundation
import Networking

/// An operation with encoded variables, from which each form of request is made.
struct EncodedOperation {
    let name: String?
    let document: String
    /// A JSON object; `nil` for an operation without variables.
    let variables: Data?
    let uploads: [GraphQLUpload.Found]
    private let coding: any BodyCoding

    /// Throws ``InvalidRequest`` if the variables can't be encoded, or not as a JSON object.
    init<Access, Value>(
        _ operation: GraphQLOperation<Access, Value>, coding: any BodyCoding
    ) throws(InvalidRequest) {
        (name, document, self.coding) = (operation.name, operation.document, coding)
        guard let variables = operation.variables else {
            (self.variables, uploads) = (nil, [])
            return
        }
        let encoded: (json: Data, uploads: [GraphQLUpload.Found])
        do {
            encoded =
                if let json = variables as? GraphQLJSON {
                    (Data(json.text.trimmingCharacters(in: .whitespacesAndNewlines).utf8), [])
                } else {
                    try GraphQLUpload.collecting { try coding.encode(variables) }
                }
        } catch {
            // The encoder's error may quote a value, which may be secret.
            throw InvalidRequest(reason: "The variables can't be encoded (\(type(of: variables))).")
        }
        guard encoded.json.first == UInt8(ascii: "{") else {
            throw InvalidRequest(
                reason: "The variables must encode as a JSON object, but \(type(of: variables)) does not.")
        }
        (self.variables, uploads) = encoded
    }

    /// How a request identifies the document.
    enum Content {
        case document
        /// Only its SHA-256 hash.
        case hash(String)
        /// Both, so that the server stores the document under its hash.
        case registration(String)
    }

    /// The body of a POST request: JSON, or a multipart form if there are uploads.
    func body(_ content: Content, boundary: UUID) throws(InvalidRequest) -> EndpointBody {
        let json = try json(content)
        guard !uploads.isEmpty else { return .data(json, contentType: "application/json") }
        var map: [String: [String]] = [:]
        var files: [MultipartForm.Part] = []
        for (index, found) in uploads.enumerated() {
            map["\(index)"] = ["variables.\(found.path)"]
            files.append(try found.upload.part(named: "\(index)"))
        }
        let parts: [MultipartForm.Part] = [
            .field("operations", String(decoding: json, as: UTF8.self)),
            .field("map", String(decoding: try encode(map), as: UTF8.self)),
        ]
        return .multipart(MultipartForm(parts: parts + files, boundary: boundary))
    }

    /// The query of a GET request; `nil` if the URL would be longer than some servers accept.
    func query(_ content: Content) throws(InvalidRequest) -> [QueryItem]? {
        var items: [QueryItem] = []
        if let text = content.document(document) { items.append(QueryItem("query", text)) }
        if let name { items.append(QueryItem("operationName", name)) }
        if let variables { items.append(QueryItem("variables", String(decoding: variables, as: UTF8.self))) }
        if let extensions = content.extensions {
            items.append(QueryItem("extensions", String(decoding: try encode(extensions), as: UTF8.self)))
        }
        return items.reduce(0) { $0 + $1.value.utf8.count } <= Self.longestQuery ? items : nil
    }

    /// Bytes of all values before percent-encoding. RFC 9110 section 4.1 recommends support for URIs of 8,000 bytes.
    private static let longestQuery = 2500

    private func json(_ content: Content) throws(InvalidRequest) -> Data {
        let members = Members(
            query: content.document(document), operationName: name, extensions: content.extensions)
        var json = try encode(members)
        guard let variables, let end = json.lastIndex(of: UInt8(ascii: "}")) else { return json }
        json.replaceSubrange(end..., with: Data(",\"variables\":".utf8) + variables + Data("}".utf8))
        return json
    }

    private func encode(_ value: some Encodable) throws(InvalidRequest) -> Data {
        do { return try coding.encode(value) } catch {
            throw InvalidRequest(reason: "The operation can't be encoded (\(type(of: value))).")
        }
    }

    /// The members of a request other than its variables (GraphQL over HTTP, section 5.1).
    private struct Members: Encodable {
        let query: String?
        let operationName: String?
        let extensions: Extensions?
    }

    /// `extensions.persistedQuery`, as in Apollo's automatic persisted queries.
    struct Extensions: Encodable {
        let persistedQuery: PersistedQuery

        struct PersistedQuery: Encodable {
            let version = 1
            let sha256Hash: String
        }
    }
}

extension EncodedOperation.Content {
    fileprivate func document(_ text: String) -> String? {
        if case .hash = self { nil } else { text }
    }

    fileprivate var extensions: EncodedOperation.Extensions? {
        switch self {
        case .document: nil
        case .hash(let hash), .registration(let hash):
            EncodedOperation.Extensions(persistedQuery: .init(sha256Hash: hash))
        }
    }
}
