/// The permissions that a call needs or a session has, as a type without values.
///
/// An app declares one protocol for each scope and one empty type for each protocol. The protocols refine one another:
///
/// ```swift
/// protocol GuestScope: AccessScope {}
/// protocol MemberScope: GuestScope {}
/// enum Guest: GuestScope, AnonymousScope {}
/// enum Member: MemberScope {}
/// ```
///
/// An endpoint declares the scope that it needs (`extension Endpoint where Access: MemberScope`), and a session the
/// scope that it has (`Session<Member>`). The compiler compares them: a member's session can send a guest's endpoint,
/// but a guest's session can't send a member's. This guards against mistakes. The server decides about permissions.
public protocol AccessScope: Sendable {}

/// A scope that needs no credential: a ``Client`` can open a session with it without a ``CredentialHandle``.
public protocol AnonymousScope: AccessScope {}
