public import Foundation

/// What a call carries, before it is encoded.
public enum EndpointBody: Sendable {
    case none
    /// Encoded by the client's ``BodyCoding``.
    case encodable(any Encodable & Sendable)
    /// `application/x-www-form-urlencoded`.
    case form([QueryItem])
    /// `multipart/form-data`, streamed.
    case multipart(MultipartForm)
    /// Bytes as they are, with their media type.
    case data(Data, contentType: String)
}
