/// The wire type of `{"data": …}`.
struct Envelope<Wire: Decodable>: Decodable {
    let data: Wire

    private enum CodingKeys: String, CodingKey {
        case data, error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let hasData = try members.contains(.data) && !members.decodeNil(forKey: .data)
        let hasError = try members.contains(.error) && !members.decodeNil(forKey: .error)
        if hasError && !hasData { throw EnvelopedError() }
        data = try members.decode(Wire.self, forKey: .data)
    }
}

/// The envelope contains an error instead of data. Its details are read as those of a failed response
/// (``HTTPFailure``).
struct EnvelopedError: Error {}
