public import Foundation
import Networking
import Synchronization

/// A file among the variables of an operation, for a variable of the scalar type `Upload` (GraphQL multipart request
/// specification).
///
/// ```swift
/// struct Variables: Encodable {
///     let review: String
///     let file: GraphQLUpload
/// }
/// ```
///
/// An operation with uploads is sent as a multipart form. In it, each upload is null among the variables and has its
/// own part. A file on disk is read while it is sent.
public struct GraphQLUpload: Sendable {
    private let source: Source
    private let contentType: String

    private enum Source: Sendable {
        case file(URL)
        case data(Data, fileName: String)
    }

    /// A file on disk. Its length must not change until the call has ended. A missing file fails the call before
    /// anything is sent.
    public static func file(_ file: URL, contentType: String) -> GraphQLUpload {
        GraphQLUpload(source: .file(file), contentType: contentType)
    }

    /// A file whose bytes are in memory.
    public static func data(_ data: Data, fileName: String, contentType: String) -> GraphQLUpload {
        GraphQLUpload(source: .data(data, fileName: fileName), contentType: contentType)
    }

    func part(named name: String) throws(InvalidRequest) -> MultipartForm.Part {
        switch source {
        case .file(let file): try .file(name, at: file, contentType: contentType)
        case .data(let data, let fileName): .file(name, data, fileName: fileName, contentType: contentType)
        }
    }

    /// The uploads among an operation's variables, in the order in which they were encoded.
    struct Found: Sendable {
        /// The upload's place among the variables, such as `files.0`.
        let path: String
        let upload: GraphQLUpload
    }

    /// Runs `encode`, and returns its result and the uploads that it has encoded.
    static func collecting(_ encode: () throws -> Data) rethrows -> (json: Data, uploads: [Found]) {
        let collector = Collector()
        let collect: @Sendable (Found) -> Void = { found in collector.found.withLock { $0.append(found) } }
        let json = try $collect.withValue(collect) { try encode() }
        return (json, collector.found.withLock { $0 })
    }

    /// Task-local, because `BodyCoding` has no other way to pass a value to a type that is nested in the encoded one.
    @TaskLocal private static var collect: (@Sendable (Found) -> Void)?

    private final class Collector: Sendable {
        let found = Mutex<[Found]>([])
    }
}

extension GraphQLUpload: Encodable {
    /// Encodes null. Throws an `EncodingError` outside the variables of an operation.
    public func encode(to encoder: any Encoder) throws {
        guard let collect = Self.collect else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "An upload can be encoded only as a variable of an operation."))
        }
        let path = encoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        collect(Found(path: path, upload: self))
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
