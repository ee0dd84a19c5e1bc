import HTTPTypes

extension StoredResponse {
    /// Whether `head`, a 304 to a request with this response's validators, speaks of this response (RFC 9111 section
    /// 4.3.4). An entity tag that differs is another one's, a weak one may have become strong.
    func isValidated(by head: HTTPResponse) -> Bool {
        guard let tag = head.headerFields[.eTag] else { return true }
        return self.head.headerFields[.eTag].map { $0.opaqueTag == tag.opaqueTag } ?? false
    }

    /// The head with the fields of `head`, a 304, in the place of its own: all but those that describe the body that is
    /// kept, and those that were meant for the connection (3.2).
    func freshened(by head: HTTPResponse) -> HTTPResponse {
        var fields = self.head.headerFields
        // How old the kept response is, the new one says, by its absence too.
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
    /// An entity tag without its weakness (RFC 9110 section 8.8.3.2).
    fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
