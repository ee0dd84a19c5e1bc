public import Foundation

/// A backend that accepts requests.
public struct RunningBackend: Sendable {
    /// The origin to send requests to, such as `http://127.0.0.1:49152`.
    public let url: URL
}
