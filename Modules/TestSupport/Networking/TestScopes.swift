public import Networking

/// The scope of endpoints that every client may send, for tests that use no app's scopes.
public protocol TestGuestScope: AccessScope {}

/// The scope of endpoints that a logged-in user may send.
public protocol TestMemberScope: TestGuestScope {}

/// The access of a client without a credential.
public enum TestGuest: TestGuestScope, AnonymousScope {}

/// The access of a logged-in user, which includes that of ``TestGuest``.
public enum TestMember: TestMemberScope {}
