public import Foundation
public import Networking

/// A failing double of ``BodyCoding``, for calls without a coded body: each use throws an ``UnexpectedCall``.
public struct FailingBodyCoding: BodyCoding {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        throw origin.unexpectedCall("BodyCoding.encode(_:)")
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        throw origin.unexpectedCall("BodyCoding.decode(_:from:)")
    }
}
