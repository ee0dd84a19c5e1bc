/// A value whose release a test can await, to learn that a result was dropped.
final class Token: Sendable, Equatable {
    let name: String
    private let released: @Sendable () -> Void

    init(_ name: String, released: @escaping @Sendable () -> Void = {}) {
        self.name = name
        self.released = released
    }

    deinit { released() }

    static func == (left: Token, right: Token) -> Bool { left.name == right.name }
}
