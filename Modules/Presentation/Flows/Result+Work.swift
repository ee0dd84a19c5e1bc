extension Result {
    /// The outcome of `work`, with its typed error.
    init(of work: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
