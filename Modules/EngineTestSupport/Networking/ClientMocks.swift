public import Foundation
public import Networking

/// A mock of `Interceptor`: runs the closure that a test sets up. Without one, each call fails with the text of an
/// ``UnexpectedCall``.
///
/// ```swift
/// MockInterceptor { call, next in
///     journal.note("outer")
///     return try await next(call)
/// }
/// ```
public struct MockInterceptor: Interceptor {
    private let handler: @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse

    /// Creates a mock for which every call is unexpected.
    public init(file: String = #fileID, line: Int = #line) {
        let origin = DoubleOrigin(file: file, line: line)
        handler = { call, _ throws(NetworkError) in
            let unexpected = origin.unexpectedCall("Interceptor.intercept(_:next:)")
            throw call.context.error(.transport(.other(reason: unexpected.description)), call.request)
        }
    }

    /// - Parameter handler: handles the call.
    public init(_ handler: @escaping @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse) {
        self.handler = handler
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await handler(call, next)
    }
}

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
