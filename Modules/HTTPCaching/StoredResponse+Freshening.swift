import HTTPTypes

extension StoredResponse {
    /// Whether `head`, a 304 to a request with this response's validators, confirms this response (RFC 9111 section
    /// 4.3.4). A different entity tag belongs to another response; a weak tag may have become strong.
    func isValidated(by head: HTTPResponse) -> Bool {
        guard let tag = head.headerFields[.eTag] else { return true }
        return self.head.headerFields[.eTag].map { $0.opaqueTag == tag.opaqueTag } ?? false
    }

    /// The stored head, updated with the fields of `head`, a 304, except those that describe the stored body or belong
    /// to the connection (3.2).
    func freshened(by head: HTTPResponse) -> HTTPResponse {
        var fields = self.head.headerFields
        // The 304 determines the age of the response, even if it has no Date.
        fields[.date] = nil
        let news = head.headerFields.withoutConnectionFields()
        for name in Set(news.map(\.name)) where !Self.describingBody.contains(name) {
            fields[fields: name] = news[fields: name]
        }
        return HTTPResponse(status: self.head.status, headerFields: fields)
    }

    private static let describingBody: Set<HTTPField.Name> = [
        .contentEncoding, .contentLength, .contentRange, .contentType,
    ]
}

extension String {
    /// An entity tag without its weakness indicator (RFC 9110 section 8.8.3.2).
    fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
