/// The JSON of a response (GraphQL specification, section 7.1), read into a result.
///
/// The specification forbids an empty list of errors. It is read like an absent list, because it reports no failure.
struct GraphQLResponse<Value: Decodable>: Decodable {
    let result: GraphQLResult<Value>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let errors = try container.decodeIfPresent(Errors.self, forKey: .errors)?.list ?? []
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
