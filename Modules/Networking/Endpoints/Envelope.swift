/// The wire type of `{"data": …}`.
struct Envelope<Wire: Decodable>: Decodable {
    let data: Wire

    private enum CodingKeys: String, CodingKey {
        case data, error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if try members.hasValue(for: .error) {
            guard try members.hasValue(for: .data) else { throw EnvelopedError() }
        }
        data = try members.decode(Wire.self, forKey: .data)
    }
}

extension KeyedDecodingContainer {
    fileprivate func hasValue(for key: Key) throws -> Bool {
        try contains(key) && !decodeNil(forKey: key)
    }
}

/// The envelope contains an error instead of data. The error's details are read like those of a failed response
/// (``HTTPFailure``).
struct EnvelopedError: Error {}
