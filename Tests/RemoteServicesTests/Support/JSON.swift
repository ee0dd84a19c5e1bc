import Foundation
import Testing

/// Expects the same JSON value, whatever the order of keys; an absent key is not a null.
func expectJSON(_ data: Data, is expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    let value = try JSONSerialization.jsonObject(with: data, options: options) as? NSObject
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: options) as? NSObject
    #expect(value == wanted, sourceLocation: sourceLocation)
}
