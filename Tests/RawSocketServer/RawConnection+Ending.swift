import NIOCore
import NIOPosix

extension RawConnection {
    /// Closes the connection without any leave-taking of the protocols above TCP: in TLS, without close_notify.
    public func cut() async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.context(name: Floor.name).close(mode: .all, promise: nil)
        }.get()
        try await channel.closeFuture.get()
    }

    /// Says that nothing more will be sent (FIN), and goes on receiving.
    public func finishSending() async throws {
        try await channel.close(mode: .output).get()
    }

    /// Ends the connection by a reset (RST) in the place of a close.
    public func reset() async throws {
        let options = channel as? any SocketOptionProvider
        // Nothing lingers: what isn't sent is dropped, and the client is told so.
        try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await cut()
    }
}
