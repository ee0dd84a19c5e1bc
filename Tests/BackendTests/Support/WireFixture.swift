import NIOCore
import Testing

@testable import Backend

/// Checks the JSON that the server sends for `body`.
func expectWire(_ body: some Encodable, is fixture: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(String(buffer: try WireJSON.encode(body)) == fixture, sourceLocation: sourceLocation)
}
