import Foundation

/// The contract and its text, so that a breach can name the line of a row.
struct ContractFile: Sendable {
    /// Its path in a workspace.
    static let path = "Docs/layers.json"

    let contract: LayerContract
    private let lines: [Substring]

    /// - Throws: ``WorkspaceError`` if the text is not a contract.
    init(text: String) throws {
        do {
            contract = try JSONDecoder().decode(LayerContract.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw WorkspaceError.unreadableContract(error.explanation)
        }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The line, counted from 1, of the first row with `"key": "value"` or `"key": ["value"`; 1 if there is none.
    func line(of key: String, _ value: String) -> Int {
        let index = lines.firstIndex { line in
            line.ranges(of: "\"\(key)\"").contains { range in
                let rest = line[range.upperBound...].drop { " :[".contains($0) }
                return rest.hasPrefix("\"\(value)\"")
            }
        }
        return index.map { $0 + 1 } ?? 1
    }
}

extension DecodingError {
    /// What is wrong, and where in the JSON: `targets[3].kind: …`.
    var explanation: String {
        switch self {
        case .keyNotFound(let key, let context):
            "\(context.place): the key \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(context.place): \(context.debugDescription)"
        @unknown default:
            localizedDescription
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String {
        let path = codingPath.reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
        }
        return path.isEmpty ? "the file" : path
    }
}
