import Composition
import DependencyInjection
import Networking
import RemoteServices
import Services

extension ComposedApp {
    /// The session of an account that is logged in, for endpoints without a service.
    ///
    /// - Parameter client: sends the calls; the backend's by default.
    func memberSession(of account: Account, on client: Client? = nil) async throws -> Session<Member> {
        let backend = try await container.resolve(.client)
        let sessions = try await container.resolve(.sessions)
        guard let session = sessions.session(Member.self, of: account, on: client ?? backend) else {
            throw AuthServiceError.loggedOut
        }
        return session
    }
}
