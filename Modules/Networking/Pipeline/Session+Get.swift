extension Session {
    /// Reads a JSON value with one GET, for a call that needs no endpoint of its own.
    ///
    /// The compiler does not check the access scope of such a call. An API that the app calls in several places
    /// deserves endpoints.
    public func get<Value: Decodable & Sendable>(
        _ path: EndpointPath, query: [QueryItem] = [], as type: Value.Type = Value.self
    ) async throws(NetworkError) -> Value {
        try await send(Endpoint(.get, path, query: query, response: .json))
    }
}
