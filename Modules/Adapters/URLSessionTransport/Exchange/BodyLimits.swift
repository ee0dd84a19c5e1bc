/// The limits on the size of a response body, in bytes.
struct BodyLimits {
    /// The largest size of a decompressed body.
    let decoded: Int
    /// The most bytes that may wait for their reader.
    let unread: Int
    /// The number of unread bytes at which the task pauses; `nil` if it can't pause.
    let pause: Int?
}

extension BodyLimits {
    init(_ configuration: URLSessionTransportConfiguration, on capabilities: URLSessionCapabilities) {
        decoded = configuration.decodedBodyLimit
        unread = configuration.unreadBodyLimit
        // Bytes still arrive after a pause, so this is well below the limit.
        pause = capabilities.pausesTasks ? min(1024 * 1024, unread / 4) : nil
    }
}
