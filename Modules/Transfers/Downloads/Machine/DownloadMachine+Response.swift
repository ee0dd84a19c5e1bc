import HTTPTypes
import Networking

extension DownloadMachine {
    /// What a response head says about the file.
    struct Response {
        let status: Int
        /// As sent, strong or not.
        let entityTag: String?
        /// The length of the body, if its bytes are the file's own.
        let length: Int64?
        let range: ContentRange?
        let isEncoded: Bool
        /// The version that a later request can continue; `nil` for an encoded body, whose bytes are not the file's.
        let validator: DownloadRecord.Validator?

        init(_ head: HTTPResponse, from source: RequestTarget?) {
            let fields = head.headerFields
            status = head.status.code
            entityTag = fields[.eTag]
            range = fields[.contentRange].flatMap(ContentRange.init)
            isEncoded = FieldList(fields[.contentEncoding] ?? "").members.contains { $0.lowercased() != "identity" }
            // With a Content-Encoding, the length is that of the encoded body (RFC 9110 section 8.6).
            length = isEncoded ? nil : fields[.contentLength].flatMap(ContentRange.number)
            let tag = isEncoded ? nil : entityTag.flatMap(StrongEntityTag.init)
            validator = tag.flatMap { tag in source.map { .init(tag: tag, source: .init($0)) } }
        }
    }
}
