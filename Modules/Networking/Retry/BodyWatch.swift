import Synchronization

/// Records whether a body that can be read only once has been opened. Until then the call can be sent again: a refused
/// connection has usually not opened the body.
final class BodyWatch: Sendable {
    private let opened = Atomic<Bool>(false)

    /// Whether any byte of the body may have been read.
    var isSpent: Bool { opened.load(ordering: .acquiring) }

    /// The same body, which marks this watch as spent when it is opened.
    func watching(_ stream: RequestBody.Streamed) -> RequestBody {
        .stream(
            RequestBody.Streamed(length: stream.length, isReplayable: stream.isReplayable) {
                self.opened.store(true, ordering: .releasing)
                return stream.open()
            })
    }

    /// Wraps the body of `call` if it can be read only once.
    static func attach(to call: inout Call) -> BodyWatch? {
        guard case .stream(let stream) = call.body, !stream.isReplayable else { return nil }
        let watch = BodyWatch()
        call.body = watch.watching(stream)
        return watch
    }
}
