import Synchronization

/// Knows whether a body that can be read once only has been opened. Until then the call is as good as new: a connection
/// that was refused has usually touched nothing.
final class BodyWatch: Sendable {
    private let opened = Atomic<Bool>(false)

    /// Whether a byte of it may have been read.
    var isSpent: Bool { opened.load(ordering: .acquiring) }

    /// The same bytes under this watch's eyes.
    func watching(_ stream: RequestBody.Streamed) -> RequestBody {
        .stream(
            RequestBody.Streamed(length: stream.length, isReplayable: stream.isReplayable) {
                self.opened.store(true, ordering: .releasing)
                return stream.open()
            })
    }

    /// Puts a watch on the body of `call` if it can't be read twice.
    static func put(on call: inout Call) -> BodyWatch? {
        guard case .stream(let stream) = call.body, !stream.isReplayable else { return nil }
        let watch = BodyWatch()
        call.body = watch.watching(stream)
        return watch
    }
}
