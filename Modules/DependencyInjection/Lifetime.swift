/// How long a value lives and who shares it.
public enum Lifetime: String, Sendable, Hashable, CaseIterable {
    /// One for the container: made at the first need, shut down with the container.
    case singleton
    /// One for each ``Scope``: made at its first need there, shut down with the scope.
    case scoped
    /// Given to a ``Scope`` when it begins, and alive as long: what no factory can make, such as who signed in.
    case seed
    /// A new one for each need. It belongs to whoever asked, so the container does not shut it down.
    case transient

    var livesInScope: Bool { self == .scoped || self == .seed }
}
