import HTTPTypes

extension URIReference {
    /// The URL of `request`, the base of every reference in its response.
    init?(_ request: HTTPRequest) {
        self.init("\(request.scheme ?? "http")://\(request.authority ?? "")\(request.path ?? "/")")
    }

    /// Path and query as a request line contains them: never empty, and without the fragment.
    package var requestPath: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }
}
