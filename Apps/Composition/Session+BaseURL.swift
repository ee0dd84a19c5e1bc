public import Foundation
public import Networking
import Primitives
public import RemoteServices
import TransportSecurity

extension Session where Access == Guest {
    /// A session for any API, without services, settings and a container: for a script, a test or a prototype.
    ///
    /// ```swift
    /// let health: Health = try await Session(url).get("/v2/health")
    /// ```
    ///
    /// It has the standard pipeline with its defaults, the platform's transport, and no cache. The transport closes its
    /// connections when the session is released. The sessions of an app share these parts: `ComposedApp.client(for:)`.
    ///
    /// Throws `InvalidAPIEnvironment` for an unsuitable URL.
    public init(_ baseURL: URL, monitor: any EventMonitor = SilentMonitor()) throws {
        let transport = try TransportKind.standard.make(trust: TrustPolicy(), time: SystemTimeSource())
        self = try Client(baseURL, over: transport, coding: JSONBodyCoding(), monitor: monitor).session(for: Guest.self)
    }
}
