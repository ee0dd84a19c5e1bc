/// One of the ways of doing the same thing that a measure compares.
struct Contender: Sendable {
    let name: String
    /// Does the thing so many times.
    let run: @Sendable (_ repetitions: Int) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (_ repetitions: Int) async throws -> Void) {
        self.name = name
        self.run = run
    }
}
