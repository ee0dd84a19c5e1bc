/// What a caller may do, as a type without values.
///
/// An app declares its scopes as protocols that refine one another and one empty type for each:
///
/// ```swift
/// protocol GuestScope: AccessScope {}
/// protocol MemberScope: GuestScope {}
/// enum Guest: GuestScope, AnonymousScope {}
/// enum Member: MemberScope {}
/// ```
///
/// An endpoint says which scope it needs (`extension Endpoint where Access: MemberScope`), a session says which it has
/// (`Session<Member>`), and the compiler holds one against the other: a member's session sends what guests may send
/// too, a guest's session does not send what members may. This guards against mistakes. The permission itself is the
/// server's to give.
public protocol AccessScope: Sendable {}

/// A scope that needs no credential: whoever has a ``Client`` may open a session of it.
public protocol AnonymousScope: AccessScope {}
