/// The result of one operation, or of one event of a subscription (GraphQL specification, section 7.1).
///
/// A partial result is a case of its own, because it must not be shown or stored as if it were complete.
public enum GraphQLResult<Value> {
    /// Data without errors.
    case complete(Value)
    /// Data in which the fields with errors are null. There is at least one error.
    case partial(Value, [GraphQLError])
    /// Errors without data. There is at least one error.
    case failed([GraphQLError])

    /// The data of a complete or partial result.
    public var value: Value? {
        switch self {
        case .complete(let value), .partial(let value, _): value
        case .failed: nil
        }
    }

    /// The errors in the server's order; empty for a complete result.
    public var errors: [GraphQLError] {
        switch self {
        case .complete: []
        case .partial(_, let errors), .failed(let errors): errors
        }
    }

    /// The errors of the field at `path` and of the fields within it, such as `errors(at: ["books", 0])`.
    public func errors(at path: [GraphQLError.PathSegment]) -> [GraphQLError] {
        errors.filter { $0.path.starts(with: path) }
    }
}

extension GraphQLResult: Sendable where Value: Sendable {}
extension GraphQLResult: Equatable where Value: Equatable {}

/// The JSON of a response (GraphQL specification, section 7.1), read into a result.
///
/// The specification forbids an empty list of errors. It is read like an absent list, because it reports no failure.
struct GraphQLResponse<Value: Decodable>: Decodable {
    let result: GraphQLResult<Value>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let errors: [GraphQLError]
        do {
            errors = try container.decodeIfPresent(Errors.self, forKey: .errors)?.list ?? []
        } catch  where container.contains(.data) {
            // Some servers send one error instead of a list. Without data, it may be another server's form of errors.
            errors = [try container.decode(GraphQLError.self, forKey: .errors)]
        }
        let value: Value?
        do {
            value = try container.decodeIfPresent(Value.self, forKey: .data)
        } catch let error as DecodingError where errors.contains(where: { $0.explains(error) }) {
            // The type requires a field that the server could not deliver, so the whole data counts as null.
            value = nil
        }
        result =
            switch (value, errors.isEmpty) {
            case (let value?, true): .complete(value)
            case (let value?, false): .partial(value, errors)
            case (nil, false): .failed(errors)
            case (nil, true): throw Self.nothing(in: container)
            }
    }

    private enum Key: String, CodingKey {
        case data, errors
    }

    private static func nothing(in container: KeyedDecodingContainer<Key>) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: container.codingPath, debugDescription: "A response needs data or errors.")
        return container.contains(.data)
            ? .valueNotFound(Value.self, DecodingError.Context(codingPath: [Key.data], debugDescription: ""))
            : .keyNotFound(Key.data, context)
    }

    /// The first 100 errors of a list, which may be as long as a response can be.
    private struct Errors: Decodable {
        let list: [GraphQLError]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var list: [GraphQLError] = []
            while !container.isAtEnd, list.count < 100 { list.append(try container.decode(GraphQLError.self)) }
            self.list = list
        }
    }
}

extension GraphQLError {
    /// Whether this error is the reason for a decoding error below `data`.
    fileprivate func explains(_ error: DecodingError) -> Bool {
        switch error {
        case .valueNotFound(_, let context): explains(nullAt: Array(context.codingPath.dropFirst()))
        case .keyNotFound(let key, let context): explains(nullAt: Array(context.codingPath.dropFirst()) + [key])
        default: false
        }
    }
}
