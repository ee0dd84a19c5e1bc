import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// Reads JSON bodies up to a limit.
struct JSONBodyReader: Sendable {
    /// In bytes.
    let limit: Int

    func read<Body: Decodable>(_ type: Body.Type, from request: Request) async throws -> Body {
        guard let header = request.headers[.contentType], MediaType(header)?.essence == "application/json" else {
            throw Problem.unsupportedMediaType("The body must be application/json.")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.contentTooLarge(limit: limit)
        }
        return try Self.decode(type, from: Data(buffer.readableBytesView))
    }

    /// - Throws: ``Problem``: 400 for malformed JSON, and 422 if it is no object.
    static func decode<Body: Decodable>(_ type: Body.Type, from data: Data) throws(Problem) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: data)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw .validationFailed([.mistyped("", expected: "an object")])
        } catch {
            throw .malformedJSON
        }
    }
}
