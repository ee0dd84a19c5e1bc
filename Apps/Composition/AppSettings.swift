import Digests
public import Foundation
public import Networking
import Primitives
public import Services
public import TransportSecurity
import URLSessionTransport

#if os(Linux) || os(macOS)
import NIOTransport
#endif

/// The settings that an app is composed from. The defaults suit an app with one user.
public struct AppSettings: Sendable {
    /// The API's address, without a version.
    public var baseURL: URL
    /// The addresses of further APIs. The default of each is ``baseURL``.
    public var furtherURLs: [FurtherAPI: URL] = [:]
    /// The time limit of one attempt.
    public var timeout: Duration = .seconds(30)
    /// The time limit of a call, including all attempts and the waits between them.
    public var deadline: Duration = .seconds(120)
    /// The time limit of a whole file download or queued transfer; `nil` for none. For these, ``deadline`` applies only
    /// until the head of the response, because a large file can take longer.
    public var downloadDeadline: Duration?
    /// How many transfers of the queue run at the same time.
    public var parallelTransfers = 2
    /// How many times a call is retried after a temporary failure; 0 for never.
    public var retries = 2
    /// How long the API recognizes a repeated request by its Idempotency-Key; zero for an API without such keys. A
    /// change in the outbox that may have reached the API longer ago waits for the user, unless repeating it is safe.
    public var idempotencyKeyLifetime: Duration = .seconds(24 * 60 * 60)
    /// How many redirects a call follows; 0 for none.
    public var maxRedirects = 20
    /// The trusted root certificates and the pinned keys.
    public var trust = TrustPolicy()
    /// Which transport sends the requests.
    public var transport = TransportKind.standard
    /// What the app stores on this machine.
    public var session = SessionKind.default
    /// What a run needs of what the app stores.
    public var storeUse = StoreUse.required
    /// The folder of the database, which contains the tokens. It is created on first use, readable by its owner only. An
    /// ephemeral session does not use it.
    public var dataDirectory: URL
    /// The folder of the copies of what servers have sent, which the system may empty. It is ``dataDirectory`` if this is
    /// `nil`, or if the cache can't be opened in this folder.
    public var cacheDirectory: URL?
    /// The query items whose values logs, traces and errors may show. All other values are redacted.
    public var publicQueryNames: PublicQueryNames = ["page", "per_page"]
    /// Receives the header fields of every request and response, as ``Networking/LoggingTransport`` reports them; `nil`
    /// reports none.
    public var fieldLog: (@Sendable (String) -> Void)?
    /// Receives sentences for the user about the data folder, such as that a file of an earlier version was moved.
    public var onNotice: @Sendable (String) -> Void = { _ in }
    /// The value of the User-Agent field; `nil` sends the transport's own.
    public var userAgent: String?

    /// The user's language as a tag of BCP 47, such as `de-DE`, for the Accept-Language field; `nil` sends none. The
    /// default is the system's language.
    public var language = Locale.preferredLanguages.first

    /// Creates settings. All other properties have their defaults.
    public init(baseURL: URL, dataDirectory: URL) {
        self.baseURL = baseURL
        self.dataDirectory = dataDirectory
    }

    /// The header fields of every request, to any server: ``language`` and ``userAgent``.
    public var defaultHeaders: [HeaderField] {
        [("Accept-Language", language), ("User-Agent", userAgent)].compactMap { name, value in
            value.map { HeaderField(name, $0) }
        }
    }

    /// The time limit of a token refresh. A shorter ``timeout`` does not apply to it: the server may already have
    /// revoked the old refresh token when the limit is reached, and the response with the new one would be lost.
    public var refreshTimeout: Duration { max(timeout, .seconds(30)) }
}

extension AppSettings {
    /// The address that the apps call if no setting names another. Your server's address belongs here.
    public static let standardBaseURL = URL(string: "http://127.0.0.1:8080") ?? URL(filePath: "/")
    package static let sampleBackendPort = 8080  // Part: backend
    package static let sampleBackend = "http://127.0.0.1:\(sampleBackendPort)"  // Part: backend
}

/// The app's name, in the forms that people and other programs read. `make rename` replaces it.
public enum AppName {
    /// As a title: `Strata`.
    public static let title = "Strata"

    /// In lower case, as the command: `strata`. Messages begin with it, and the user's folders, the User-Agent field and
    /// log labels contain it.
    public static let command = title.lowercased()

    /// The start of the names of environment variables: `STRATA_`.
    public static let variablePrefix = title.uppercased() + "_"
}

/// What an app stores on this machine, and for how long. Docs/reference/sessions.md compares the kinds.
///
/// No kind stores cookies: the transports send only those that a request contains.
public enum SessionKind: String, CaseIterable, Sendable {
    /// The session survives a restart in ``AppSettings/dataDirectory``, and the copies for offline use survive it in
    /// ``AppSettings/cacheDirectory``.
    case `default`
    /// Everything is in memory and ends with the app, which writes no file in the data directory.
    case ephemeral
    /// Stores what ``default`` does, and has a queue of transfers that outlives the app (`.transfers`).
    case background
}

/// What one run of an app needs of its stores, which are opened before the app is composed.
public enum StoreUse: Sendable {
    /// The run fails if they can't be opened.
    case required
    /// If nothing is stored yet and nothing can be stored, as on a full disk or without a data folder, the stores are
    /// in memory: no account is logged in, and the run stores nothing.
    case ifPossible
    /// The stores are in memory, so nothing is read and nothing is stored.
    case unused
}

/// The transports that an app can choose from.
public enum TransportKind: String, CaseIterable, Sendable {
    // The platforms are those of the dependency in Package.swift. `canImport` would depend on what else a build contains.
    #if os(Linux) || os(macOS)
    /// `NIOTransport`, which is not part of an iOS app.
    case nio
    #endif
    /// URLSessionTransport.
    case urlsession

    /// NIOTransport on Linux, URLSessionTransport on Apple platforms.
    public static var standard: TransportKind {
        #if os(Linux)
        .nio
        #else
        .urlsession
        #endif
    }
}

extension TransportKind {
    func make(trust: TrustPolicy, time: any TimeSource) throws(TrustPolicyError) -> any Transport {
        switch self {
        #if os(Linux) || os(macOS)
        case .nio: try NIOTransport(trust: trust, hashing: SHA256Hashing(), time: time)
        #endif
        case .urlsession: try URLSessionTransport(trust: trust, hashing: SHA256Hashing(), time: time)
        }
    }
}

extension APIEnvironment {
    /// The app's own API, in its second version. A call of the unreleased third version is refused before it is sent.
    static func backend(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2),
            versions: [APIVersion(1), APIVersion(2)], defaultHeaders: settings.defaultHeaders)
    }
}
