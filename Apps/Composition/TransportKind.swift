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
