/// One of the implementations that a measure compares.
struct Contender: Sendable {
    let name: String
    /// Prepares a round. Its time does not count.
    let prepare: @Sendable () throws -> Void
    /// Runs the given number of repetitions.
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
