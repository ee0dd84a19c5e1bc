/// The progress of receiving a request's body (RFC 9112 section 6).
enum BodyFraming {
    case bytes(Int, isChunk: Bool)
    case chunkHead
    case trailers
    case done

    init(of request: RawRequest) throws {
        if request["Transfer-Encoding"]?.lowercased() == "chunked" {
            self = .chunkHead
        } else if let length = request["Content-Length"] {
            guard let length = Int(length), length >= 0 else { throw RawSocketError.notHTTP }
            self = .bytes(length, isChunk: false)
        } else {
            self = .done
        }
    }
}
