public import Networking

/// What anybody may do, in a test that needs no app.
public protocol TestGuestScope: AccessScope {}

/// What somebody with a credential may do.
public protocol TestMemberScope: TestGuestScope {}

/// A scope without credential.
public enum TestGuest: TestGuestScope, AnonymousScope {}

/// A scope with credential, which may do what ``TestGuest`` may too.
public enum TestMember: TestMemberScope {}
