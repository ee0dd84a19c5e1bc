public import Networking

/// What everybody may send. See `AccessScope` for how scopes and endpoints meet.
public protocol GuestScope: AccessScope {}

/// What a person who is signed in may send: all that a guest may, and what concerns themselves.
public protocol MemberScope: GuestScope {}

/// What an administrator may send: all that a member may, and what concerns everybody.
public protocol AdminScope: MemberScope {}

/// The access of nobody in particular.
public enum Guest: GuestScope, AnonymousScope {}

/// The access of a person who is signed in.
public enum Member: MemberScope {}

/// The access of an administrator.
public enum Admin: AdminScope {}
