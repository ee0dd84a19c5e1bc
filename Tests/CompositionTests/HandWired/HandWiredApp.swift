import Composition
import Foundation
import HTTPCaching
import Networking
import Persistence
import Primitives
import RemoteServices
import Services

/// The app of `Assembly.app` for an ephemeral session, with two services, composed without the container.
struct HandWiredApp {
    let auth: any AuthService
    let timeEntries: @Sendable (Account) -> any TimeEntryService

    /// Composes the app. The order of the lines is the order in which the values are created.
    init(
        _ settings: AppSettings, over transport: any Transport, time: any TimeSource, random: any RandomSource,
        identifiers: any IdentifierSource
    ) throws {
        let coding = JSONBodyCoding()
        let environment = try Self.environment(settings)

        let authSessions = InMemoryAuthSessionStore()
        let records = InMemoryRecordStorage(authSessions)
        let responses = InMemoryResponseCache()
        let local = LocalAccountData(
            authSessions: authSessions, personalData: [records, CachedResponses(responses)])

        let pipeline = Pipeline.standard(
            over: transport, deadline: settings.deadline,
            cache: ResponseCacheInterceptor(storage: responses, partition: .client("strata"), time: time),
            health: OriginHealth(
                policy: RetryPolicy(maximumAttempts: settings.retries + 1, budget: nil), random: random),
            random: random, redirects: .follow(limit: settings.maxRedirects), attemptTimeout: settings.timeout)
        let client = Client(
            environment: environment, coding: coding, pipeline: pipeline, time: time, identifiers: identifiers)
        let logins = TokenEndpointClient(
            environment: environment, coding: coding, transport: transport, deadline: settings.deadline,
            timeout: settings.timeout, time: time, identifiers: identifiers)
        let refreshes = TokenEndpointClient(
            environment: environment, coding: coding, transport: transport, timeout: settings.refreshTimeout,
            time: time, identifiers: identifiers)

        auth = RemoteAuthService(
            client: client,
            exchange: BackendLoginExchange(client: logins, time: time),
            refresher: BackendCredentialRefresher(client: refreshes, time: time), local: local)
        timeEntries = { account in
            RemoteTimeEntryService(
                account: account, session: local.sessions.session(of: account, on: client), records: records,
                time: time)
        }
    }

    /// The environment of the sample backend.
    static func environment(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2),
            versions: [APIVersion(1), APIVersion(2)],
            defaultHeaders: [HeaderField("Accept-Language", Locale.preferredLanguages.first ?? "en")])
    }
}
