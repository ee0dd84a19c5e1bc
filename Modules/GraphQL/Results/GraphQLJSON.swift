import Foundation
import Networking

/// JSON as it was written, for tools that execute any operation: the data of a result as the server sent it, or the variables
/// of an operation as the user typed them. Members stay in their order, and numbers keep all their digits.
///
/// Use it only as the whole `Value` of an operation or as all its variables. It can't be a part of another type.
public struct GraphQLJSON: Sendable, Equatable {
    /// The JSON text, unchanged.
    public let text: String

    /// - Parameter text: well-formed JSON. It is sent as it is.
    public init(text: String) {
        self.text = text
    }
}

extension GraphQLJSON: Encodable {
    /// An encoder does not accept JSON text, so the operation's variables are it.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It must be all variables."))
    }
}

extension GraphQLJSON: Decodable {
    /// A decoder does not pass on the JSON text, so ``GraphQLResult`` fills it in.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "GraphQLJSON can decode only the whole data."))
        }
        text = ""
    }
}

extension GraphQLResult where Value: Decodable {
    /// Decodes a response, or an event of a subscription.
    init(_ body: Data, coding: any BodyCoding) throws {
        self = try coding.decode(GraphQLResponse<Value>.self, from: body).result
        guard Value.self == GraphQLJSON.self, value != nil else { return }
        // The decoder reads UTF-16 and escaped names too, and skips strings without checking their bytes.
        guard let text = String(data: body.member("data"), encoding: .utf8), !text.isEmpty,
            let data = GraphQLJSON(text: text) as? Value
        else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "The data is not JSON text in UTF-8."))
        }
        self = errors.isEmpty ? .complete(data) : .partial(data, errors)
    }
}

extension Data {
    /// The value of a member, if this text is a JSON object; empty if there is none. The text must be well-formed.
    fileprivate func member(_ name: String) -> Data {
        let key = Data("\"\(name)\"".utf8)
        var depth = 0
        // Where the current part of a member begins: its name, or after a colon its value.
        var start = startIndex
        var isWanted = false
        var index = startIndex
        while index < endIndex {
            let byte = self[index]
            switch byte {
            case UInt8(ascii: "\""): index = endOfString(from: index)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: ":") where depth == 1:
                isWanted = self[start..<index].trimmingBlanks == key
                start = index + 1
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 1, isWanted { return self[start..<index].trimmingBlanks }
                if depth == 1 { start = index + 1 }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            index += 1
        }
        return Data()
    }

    /// The index of the quotation mark that closes the string.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < endIndex, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    private var trimmingBlanks: Data {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return Data()
        }
        return self[first...last]
    }
}
