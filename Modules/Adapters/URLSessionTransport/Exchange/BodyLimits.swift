/// How much of a response body may be where, in bytes.
struct BodyLimits {
    /// What a compressed body may become.
    let decoded: Int
    /// What may wait for its reader.
    let unread: Int
    /// From how much on the task pauses; `nil` where it can't.
    let pause: Int?
}

extension BodyLimits {
    init(_ configuration: URLSessionTransportConfiguration, on stack: Stack) {
        decoded = configuration.decodedBodyLimit
        unread = configuration.unreadBodyLimit
        // What is on its way still comes behind a pause, so this lies well below the limit.
        pause = stack.pausesTasks ? min(1024 * 1024, unread / 4) : nil
    }
}
