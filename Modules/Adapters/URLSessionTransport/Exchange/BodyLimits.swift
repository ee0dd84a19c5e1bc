/// How much of a response body may be where, in bytes.
struct BodyLimits {
    /// What a compressed body may become.
    let decoded: Int
    /// What may wait for its reader.
    let unread: Int
    /// From how much on the task pauses; `nil` where it can't.
    let pause: Int?
}
