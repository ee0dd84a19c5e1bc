public import Networking

/// The access of a guest, for tests without an app.
public protocol TestGuestScope: AccessScope {}

/// The access of a member.
public protocol TestMemberScope: TestGuestScope {}

/// A scope without a credential.
public enum TestGuest: TestGuestScope, AnonymousScope {}

/// A scope with a credential, which includes ``TestGuest``.
public enum TestMember: TestMemberScope {}
