import AsyncHTTPClient
import NIOHTTP1

extension HTTPResponseHead {
    /// Whether bytes may follow the head (RFC 9112 section 6.3).
    func hasBody(answering method: HTTPMethod) -> Bool {
        status.hasBody(answering: method, headers)
    }
}

extension HTTPClientResponse {
    /// Whether bytes may follow the head (RFC 9112 section 6.3).
    func hasBody(answering method: HTTPMethod) -> Bool {
        status.hasBody(answering: method, headers)
    }
}

extension HTTPResponseStatus {
    fileprivate func hasBody(answering method: HTTPMethod, _ headers: HTTPHeaders) -> Bool {
        if method == .HEAD || self == .noContent || self == .notModified { return false }
        return headers.first(name: "Content-Length") != "0"
    }
}
