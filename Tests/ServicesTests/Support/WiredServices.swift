import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport

/// The live services over a transport that a test chooses, for answers that a good backend never gives.
struct WiredServices {
    let signIns: any SignInStore
    let copies: any UserStore
    let clock = ManualClock()
    let environment: Environment
    let client: Client
    let credentialClient: CredentialClient
    let responses = InMemoryResponseCache()

    init(
        over transport: any Transport, signIns: any SignInStore = InMemorySignInStore(),
        copies: any UserStore = InMemoryUserStore()
    ) throws {
        self.signIns = signIns
        self.copies = copies
        environment = try .fixture(version: APIVersion(2))
        client = try .fixture(
            transport: transport, interceptors: [RedirectInterceptor(), AuthenticationInterceptor()],
            environment: environment,
            coding: JSONBodyCoding(), time: clock)
        credentialClient = try .fixture(
            transport: transport, environment: environment, coding: JSONBodyCoding(), time: clock)
    }

    var auth: RemoteAuthService {
        RemoteAuthService(
            client: client, credentialClient: credentialClient,
            refresher: BackendCredentialRefresher(client: credentialClient, time: clock), signIns: signIns,
            users: copies, responses: responses, time: clock)
    }

    func users(of account: Account) -> RemoteUserService {
        RemoteUserService(account: account, client: client, users: copies, signIns: signIns)
    }

    func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            account: account, client: client, users: copies, identifiers: SequentialIdentifierSource(), policy: policy)
    }

    /// Somebody who has signed in, with the fixtures' first tokens.
    func signedIn(userID: String = "u-1", role: Role = .member) async throws -> Account {
        try await signIns.save(.fixture(userID: userID, role: role))
        guard let account = try await auth.restore() else { throw NobodyRestored() }
        return account
    }

    struct NobodyRestored: Error {}
}
