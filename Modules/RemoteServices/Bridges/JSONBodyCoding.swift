public import Foundation
import Models
public import Networking

/// Networking's body coding on Models' JSON: the one place where the wire's form is chosen.
public struct JSONBodyCoding: BodyCoding {
    private let json = JSONCoding()

    /// JSON as Models speaks it.
    public init() {}

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        try json.encode(value)
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try json.decode(type, from: data)
    }
}
