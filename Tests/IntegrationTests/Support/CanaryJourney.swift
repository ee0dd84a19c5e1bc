import CoreMetrics
import EngineTestSupport
import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Models
import NIOTransport
import Networking
import Observability
import Persistence
import Primitives
import RemoteServices
import SQLitePersistence
import Services
import Tracing
import Transfers

/// Calls with a secret in every place that can contain one, with every monitor attached.
struct CanaryJourney {
    let url: URL
    let transport: NIOTransport
    let folder: URL
    let output: CapturedOutput
    private let recorder = TraceRecorder()
    private let log = InMemoryLogHandler()
    private let metrics = TestMetrics()
    private let tracer = InMemoryTracer(idGenerator: .incrementing)

    init(url: URL, transport: NIOTransport, folder: URL, output: CapturedOutput) {
        self.url = url
        self.transport = transport
        self.folder = folder
        self.output = output
    }

    /// - Parameter whileLoggedIn: called after everything that can fail has failed, and before the session ends.
    func run(whileLoggedIn: () throws -> Void) async throws {
        let stacks = try [
            stack(AuthenticationInterceptor()),
            stack(APIKeyInterceptor(Planted.key.secret, in: .header("X-Api-Key"), for: origin)),
            stack(APIKeyInterceptor(Planted.queryKey.secret, in: .query("key"), for: origin)),
            stack(BasicAuthenticationInterceptor(user: "ada", password: Planted.basic.secret, for: origin)),
        ]
        let database = try await SQLiteDatabase.open(in: folder.appending(path: "database"))
        let account = try await logIn(with: stacks[0], keeping: database)
        for stack in stacks {
            for endpoint in Self.failing {
                await note { try await stack.client.session(with: account.member).send(endpoint) }
            }
            await note { try await stack.client.session(with: account.member).send(.order()) }
            await note { try await stack.client.session(with: account.member).send(.counted("/wrong")) }
            await note { try await stack.client.session(with: account.member).send(.counted("/half")) }
            await note { try await stack.client.session(with: account.member).send(.counted("/page")) }
            await note { try await stack.guest.send(.bytes(.get, "/\("..")")) }
            await note {
                try await stack.guest.send(
                    .bytes(.get, "/", headers: [HeaderField("X-Key", Planted.field.text + "\n")]))
            }
        }
        // Only this stack has a short timeout: on a busy machine a response takes its time.
        let hasty = try stack(AuthenticationInterceptor(), patience: .milliseconds(100))
        await note { try await hasty.client.session(with: account.member).send(.asking("/silent")) }
        await download(account, with: stacks[0])
        await refreshAtTokenEndpoint(with: stacks[0])
        try whileLoggedIn()
        // The final refusal ends the session.
        await note { try await stacks[0].client.session(with: account.member).refreshCredential() }
        await note { try await stacks[0].client.session(with: account.member).send(.bytes(.get, "/ended")) }
        for value in [account, database] as [Any] {
            output.add("accounts", everythingAbout: value)
        }
        try await database.close()
        collect(stacks + [hasty])
    }

    private var origin: Origin {
        get throws {
            guard let origin = Origin(url) else { throw URLError(.badURL) }
            return origin
        }
    }

    private func stack(
        _ authentication: any Interceptor, patience: Duration = .seconds(30)
    ) throws -> NetworkStack {
        var settings = NetworkStack.Settings()
        settings.attempt = patience
        settings.retries.maximumAttempts = 2
        settings.headers = [
            HeaderField("X-Tenant", Planted.field.text), HeaderField("Cookie", "a=\(Planted.cookie.text)"),
        ]
        settings.authentication = authentication
        settings.innermost = [
            TracingInterceptor(tracer), CURLInterceptor { [output] in output.add("curl", $0) },
        ]
        var logger = Logger(label: "journey") { [log] _ in log }
        logger.logLevel = .trace
        settings.monitors = [recorder, LogMonitor(logger), MetricsMonitor(metrics)]
        let transport = LoggingTransport(transport) { [output] in output.add("fields", $0) }
        return try NetworkStack(at: url, over: transport, settings)
    }

    /// Logs in, is rejected, refreshes, and succeeds. The credentials stay in the database.
    private func logIn(with stack: NetworkStack, keeping database: SQLiteDatabase) async throws -> LoggedIn {
        let sessions = AccountSessions()
        let service = stack.auth(sessions, authSessions: SQLiteAuthSessionStore(database))
        let credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Planted.password.secret)
        output.add("accounts", everythingAbout: credentials)
        let account = try LoggedIn(try await service.login(credentials), in: sessions)
        _ = try await stack.client.session(with: account.member).send(.account())
        return account
    }

    /// The download fails in the middle, and its partial file stays on the disk.
    private func download(_ account: LoggedIn, with stack: NetworkStack) async {
        var policy = TransferPolicy()
        (policy.triesWithoutProgress, policy.baseDelay) = (1, .zero)
        await note { [policy] in
            let endpoint = Endpoint<Member, Data>(
                .get, "/file", query: [QueryItem("token", Planted.query.text)], response: .data)
            return try await stack.client.session(with: account.member)
                .download(endpoint, to: folder.appending(path: "file.bin"), policy: policy)
        }
    }

    private func refreshAtTokenEndpoint(with stack: NetworkStack) async {
        for authentication in [OAuthClient.Authentication.basic(Planted.client.secret), .post(Planted.client.secret)] {
            await note {
                let refresher = try OAuthCredentialRefresher(
                    tokenURL: url.appending(path: "v2/broken"),
                    oauthClient: OAuthClient(id: "journey", authentication: authentication),
                    client: stack.credentials, time: stack.time)
                return try await refresher.refresh(
                    BearerCredential(
                        token: Planted.access.secret, refreshToken: Planted.refresh.secret, expiresAt: nil))
            }
        }
    }

    /// Records every text that an error or a value prints.
    private func note<Value: Sendable>(_ call: () async throws -> Value) async {
        do {
            let value = try await call()
            // The requested data belongs to the caller; only its type is recorded.
            output.add("responses", "\(type(of: value))")
        } catch {
            output.add("errors", everythingAbout: error)
            output.add("errors", error.localizedDescription)
            if let error = error as? NetworkError {
                output.add("errors", error.userMessage)
                output.add("errors", everythingAbout: error.cause)
                output.add("errors", everythingAbout: AuthServiceError(error))
                output.add("errors", AuthServiceError(error).userMessage)
            }
        }
    }

    private func collect(_ stacks: [NetworkStack]) {
        for event in stacks.flatMap(\.monitor.events) {
            output.add("events", event.kind.message)
            output.add("events", everythingAbout: event)
        }
        for trace in recorder.traces { output.add("traces", everythingAbout: trace) }
        for entry in log.entries {
            output.add("log", "\(entry.message) \(entry.metadata)")
            if let error = entry.error { output.add("log", everythingAbout: error) }
        }
        for counter in metrics.counters { output.add("metrics", "\(counter.label) \(counter.dimensions)") }
        for timer in metrics.timers { output.add("metrics", "\(timer.label) \(timer.dimensions)") }
        for span in tracer.finishedSpans {
            output.add("spans", "\(span.operationName) \(span.status.map { "\($0)" } ?? "") \(span.errors)")
            span.attributes.forEach { key, value in output.add("spans", "\(key) \(value)") }
        }
        for injection in tracer.performedContextInjections { output.add("spans", "\(injection)") }
    }

    private static let failing: [Endpoint<Member, Data>] = [
        .asking("/hop"), .asking("/looped"), .asking("/broken"), .asking("/busy"), .asking("/cut"), .asking("/reset"),
    ]
}

private struct Order: Encodable, Sendable {
    let note: String
}

private struct Counted: Decodable, Sendable {
    let count: Int
}

extension Endpoint where Access: MemberScope, Response == Data {
    fileprivate static func asking(_ path: EndpointPath) -> Self {
        Endpoint(.get, path, query: [QueryItem("q", Planted.query.text)], response: .data)
    }

    fileprivate static func order() -> Self {
        Endpoint(
            .post, "/reset", body: .encodable(Order(note: Planted.body.text)), idempotency: .keyed, response: .data)
    }
}

extension Endpoint where Access: MemberScope, Response == Counted {
    fileprivate static func counted(_ path: EndpointPath) -> Self {
        Endpoint(.get, path, response: .json)
    }
}
