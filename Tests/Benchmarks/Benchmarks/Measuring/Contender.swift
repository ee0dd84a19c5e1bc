/// One of the ways of doing the same thing that a measure compares.
struct Contender: Sendable {
    let name: String
    /// Brings about what each round begins with. Its time does not count.
    let prepare: @Sendable () throws -> Void
    /// Does the thing so many times.
    let run: @Sendable (_ repetitions: Int) async throws -> Void

    init(
        _ name: String, prepare: @escaping @Sendable () throws -> Void = {},
        _ run: @escaping @Sendable (_ repetitions: Int) async throws -> Void
    ) {
        self.name = name
        self.prepare = prepare
        self.run = run
    }
}
