/// Builds an ``Assembly`` from a list of registrations, with `if`, `for` and `#if`.
@resultBuilder
public enum AssemblyBuilder {
    /// A registration, or a nested assembly.
    public protocol Element: Sendable {
        /// The registrations that this element adds.
        var assembly: Assembly { get }
    }

    /// Adds one element of the list.
    public static func buildExpression(_ element: some Element) -> Assembly { element.assembly }

    /// Combines the elements in order.
    public static func buildBlock(_ parts: Assembly...) -> Assembly { Assembly(combining: parts) }

    /// Supports `if` without `else`.
    public static func buildOptional(_ part: Assembly?) -> Assembly { part ?? Assembly([]) }

    /// Supports the first branch of `if … else`.
    public static func buildEither(first part: Assembly) -> Assembly { part }

    /// Supports the second branch of `if … else`.
    public static func buildEither(second part: Assembly) -> Assembly { part }

    /// Supports `for … in` loops.
    public static func buildArray(_ parts: [Assembly]) -> Assembly { Assembly(combining: parts) }
}
