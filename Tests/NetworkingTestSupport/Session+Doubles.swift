public import EngineTestSupport
public import Networking
public import Primitives

extension Session where Access == TestGuest {
    /// A guest's session of a fixture client.
    public static func guest(
        over transport: any Transport, through interceptors: [any Interceptor] = [],
        time: any TimeSource = ManualClock(), monitor: any EventMonitor = SilentMonitor()
    ) throws -> Session {
        try Client.fixture(transport: transport, interceptors: interceptors, time: time, monitor: monitor)
            .session(for: TestGuest.self)
    }
}

extension Session where Access == TestMember {
    /// A member's session of a fixture client, whose calls are signed by default.
    public static func member(
        of credentialProvider: CredentialProvider, over transport: any Transport,
        through interceptors: [any Interceptor] = [AuthenticationInterceptor()],
        time: any TimeSource = ManualClock(), monitor: any EventMonitor = SilentMonitor()
    ) throws -> Session {
        try Client.fixture(transport: transport, interceptors: interceptors, time: time, monitor: monitor)
            .member(of: credentialProvider)
    }
}

extension Client {
    /// A session whose calls use the credential of `credentialProvider`.
    public func member(of credentialProvider: CredentialProvider) -> Session<TestMember> {
        session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
    }
}
