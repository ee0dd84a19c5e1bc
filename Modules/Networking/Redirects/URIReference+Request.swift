import HTTPTypes

extension URIReference {
    /// Where `request` goes; the base of every reference in its answer.
    init?(_ request: HTTPRequest) {
        self.init("\(request.scheme ?? "http")://\(request.authority ?? "")\(request.path ?? "/")")
    }

    /// Path and query as a request line has them: never empty, and without the fragment, which is for who reads the answer.
    package var requestPath: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }
}
