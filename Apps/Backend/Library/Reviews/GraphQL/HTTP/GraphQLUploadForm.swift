import Foundation
import HTTPTypes
import Hummingbird

/// Reads a request with files: the fields `operations`, `map`, and then a field for each file (GraphQL multipart
/// request specification).
struct GraphQLUploadForm: Sendable {
    private let jsonLimit: Int
    private let fileLimit: Int
    private var part: (name: String, filename: String?, bytes: Data)?
    private var operations: GraphQLRequestBody?
    /// The paths of each file in the operations.
    private var map: [String: [String]]?
    private var files: [String: GraphQLContext.Upload] = [:]

    /// The request, and its files by name. In the variables, a file's name replaces its `null`.
    /// - Throws: ``Problem``: 400 for a malformed form, 413, or 422 for fields other than the expected ones.
    static func read(
        from request: Request, _ type: MediaType, limits: BackendLimits
    ) async throws -> (request: GraphQLRequest, files: [String: GraphQLContext.Upload]) {
        var form = Self(limits)
        var multipart = MultipartLimits()
        multipart.parts = 2 + fileCount
        multipart.total = limits.graphQLForm
        do {
            var parser = try MultipartParser(boundary: type.parameters["boundary"] ?? "", limits: multipart)
            for try await chunk in request.body {
                var events: [MultipartEvent] = []
                try parser.push(chunk.readableBytesView, into: &events)
                for event in events { try form.take(event) }
            }
            try parser.finish()
        } catch MultipartError.tooLarge {
            throw Problem.contentTooLarge(limit: limits.graphQLForm)
        } catch let error as MultipartError {
            throw Problem.malformedMultipart(error)
        }
        return (try form.request(), form.files)
    }

    private static let fileCount = 8

    private init(_ limits: BackendLimits) {
        jsonLimit = limits.jsonBody
        fileLimit = limits.avatar
    }

    private mutating func take(_ event: MultipartEvent) throws(Problem) {
        switch event {
        case .partBegan(let head):
            part = (head.name, head.filename, Data())
            let isExpected =
                switch head.name {
                case "operations": operations == nil && map == nil
                case "map": operations != nil && map == nil
                default: map?[head.name] != nil && head.filename != nil && files[head.name] == nil
                }
            guard isExpected else {
                throw Self.invalid(head.name, "The form must have operations, map, and then each file of the map once.")
            }
        case .bytes(let chunk):
            part?.bytes.append(contentsOf: chunk)
            let limit = map == nil ? jsonLimit : fileLimit
            if (part?.bytes.count ?? 0) > limit { throw .contentTooLarge(limit: limit) }
        case .partEnded:
            guard let part else { return }
            switch part.name {
            case "operations": operations = try JSONBodyReader.decode(GraphQLRequestBody.self, from: part.bytes)
            case "map" where map == nil: map = try JSONBodyReader.decode([String: [String]].self, from: part.bytes)
            default: files[part.name] = GraphQLContext.Upload(name: part.filename ?? "", bytes: part.bytes)
            }
        }
    }

    private func request() throws(Problem) -> GraphQLRequest {
        guard let operations else { throw Self.invalid("operations", "This field is required.") }
        guard let map else { throw Self.invalid("map", "This field is required.") }
        var request = try GraphQLRequest(operations)
        for (name, paths) in map.sorted(by: { $0.key < $1.key }) {
            guard files[name] != nil else { throw Self.invalid(name, "The form has no such file.") }
            for path in paths {
                let keys = path.split(separator: ".", omittingEmptySubsequences: false)
                guard keys.first == "variables",
                    request.variables.replaceNull(at: keys.dropFirst(), by: .upload(name))
                else { throw Self.invalid("map", "The operations have no null at \"\(path.prefix(100))\".") }
            }
        }
        return request
    }

    private static func invalid(_ field: String, _ message: String) -> Problem {
        .validationFailed([.invalid(field, message)])
    }
}

extension GraphQLValue {
    /// Replaces the `null` at a path through lists and objects; `false` if there is none.
    fileprivate mutating func replaceNull(at path: ArraySlice<Substring>, by value: GraphQLValue) -> Bool {
        guard let key = path.first else {
            guard self == .null else { return false }
            self = value
            return true
        }
        switch self {
        case .list(var items):
            guard let index = Int(key), items.indices.contains(index),
                items[index].replaceNull(at: path.dropFirst(), by: value)
            else { return false }
            self = .list(items)
        case .object(var members):
            guard let index = members.firstIndex(where: { $0.name == key }),
                members[index].value.replaceNull(at: path.dropFirst(), by: value)
            else { return false }
            self = .object(members)
        default: return false
        }
        return true
    }
}
