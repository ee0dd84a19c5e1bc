public import Foundation
public import Networking

/// A mock of `BodyCoding` for requests without a coded body: each call throws an ``UnexpectedCall``.
///
/// Requests with a coded body use Networking's `PlainJSONBodyCoding`, which needs no double.
public struct MockBodyCoding: BodyCoding {
    private let origin: DoubleOrigin

    /// Creates a mock for which every call is unexpected.
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
