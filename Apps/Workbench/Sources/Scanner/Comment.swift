/// A line or block comment, delimiters included.
struct Comment: Sendable, Equatable {
    let text: String
    let lines: ClosedRange<Int>
}
