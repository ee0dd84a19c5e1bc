public import Foundation
public import Primitives

extension Client {
    /// A client for the API at `baseURL` with the standard pipeline and its defaults: retries, redirects, a deadline of
    /// 120 s, no cache and no credentials.
    ///
    /// ```swift
    /// let session = try Client(url, over: transport).session(for: Guest.self)
    /// let loans: [Loan] = try await session.get("/loans")
    /// ```
    ///
    /// Throws ``InvalidAPIEnvironment`` for an unsuitable URL.
    ///
    /// - Parameters:
    ///   - transport: sends the requests; shut it down when the app no longer needs it.
    ///   - coding: encodes and decodes bodies.
    ///   - version: the version in the path of every call; `nil` for an API without versions in its paths.
    ///   - monitor: receives the events of every call.
    public init(
        _ baseURL: URL, over transport: any Transport, coding: any BodyCoding = PlainJSONBodyCoding(),
        version: APIVersion? = nil, time: any TimeSource = SystemTimeSource(),
        monitor: any EventMonitor = SilentMonitor()
    ) throws(InvalidAPIEnvironment) {
        let random = SystemRandomSource()
        self.init(
            environment: try APIEnvironment(name: baseURL.host() ?? "api", baseURL: baseURL, version: version),
            coding: coding,
            pipeline: .standard(over: transport, health: OriginHealth(random: random), random: random),
            time: time, identifiers: RandomIdentifierSource(), monitor: monitor)
    }
}
