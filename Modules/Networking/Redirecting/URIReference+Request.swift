import HTTPTypes

extension URIReference {
    /// Where `request` goes; the base of every reference in its answer.
    init?(_ request: HTTPRequest) {
        self.init("\(request.scheme ?? "http")://\(request.authority ?? "")\(request.path ?? "/")")
    }
}
