public import Networking

/// The scope of endpoints that every client may send. See `AccessScope` for how sessions and endpoints are matched.
public protocol GuestScope: AccessScope {}

/// The scope of endpoints that a logged-in user may send: a guest's, and those about the user's own data.
public protocol MemberScope: GuestScope {}

/// The scope of endpoints that an administrator may send: a member's, and those about all users.
public protocol AdminScope: MemberScope {}

/// The access of a client without a login.
public enum Guest: GuestScope, AnonymousScope {}

/// The access of a logged-in user.
public enum Member: MemberScope {}

/// The access of an administrator.
public enum Admin: AdminScope {}
