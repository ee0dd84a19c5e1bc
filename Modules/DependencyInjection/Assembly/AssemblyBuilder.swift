/// Lets an ``Assembly`` be written as a list, with `if`, `for` and `#if` where platforms differ.
@resultBuilder
public enum AssemblyBuilder {
    /// One line of the list.
    public static func buildExpression(_ element: some AssemblyElement) -> [Registration] { element.registrations }

    /// The lines in the order in which they are written.
    public static func buildBlock(_ lines: [Registration]...) -> [Registration] { lines.flatMap(\.self) }

    /// `if` without `else`.
    public static func buildOptional(_ lines: [Registration]?) -> [Registration] { lines ?? [] }

    /// The first branch of `if … else`.
    public static func buildEither(first lines: [Registration]) -> [Registration] { lines }

    /// The other branch of `if … else`.
    public static func buildEither(second lines: [Registration]) -> [Registration] { lines }

    /// `for … in`
    public static func buildArray(_ rounds: [[Registration]]) -> [Registration] { rounds.flatMap(\.self) }

    /// `if #available`
    public static func buildLimitedAvailability(_ lines: [Registration]) -> [Registration] { lines }
}
