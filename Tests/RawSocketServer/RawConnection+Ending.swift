import NIOCore
import NIOPosix

extension RawConnection {
    /// Closes the connection without a closing message of the protocols above TCP: in TLS, without close_notify.
    public func cut() async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.context(name: Floor.name).close(mode: .all, promise: nil)
        }.get()
        try await channel.closeFuture.get()
    }

    /// Ends the sending side (FIN), and continues to receive.
    public func finishSending() async throws {
        try await channel.close(mode: .output).get()
    }

    /// Ends the connection with a reset (RST) instead of a close.
    public func reset() async throws {
        let options = channel as? any SocketOptionProvider
        // No linger time: unsent bytes are dropped, and the client gets a reset.
        try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await cut()
    }
}
