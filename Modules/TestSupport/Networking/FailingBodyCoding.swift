public import Foundation
public import Networking
public import Testing

/// A failing double of ``BodyCoding``, for calls without a coded body: each use records a test failure and throws.
public struct FailingBodyCoding: BodyCoding {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        throw UnexpectedCall.record("BodyCoding.encode(_:)", sourceLocation: sourceLocation)
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        throw UnexpectedCall.record("BodyCoding.decode(_:from:)", sourceLocation: sourceLocation)
    }
}
