import Foundation
import Networking
import Synchronization

/// Reads a streamed request body and sends it at the pace of the connection.
struct Upload: Sendable {
    let body: RequestBody.Streamed
    let exchange: Exchange
    let connection: HTTPConnection

    /// Returns when the whole body is passed to the connection or could not be read. Cancel its task to stop reading.
    @concurrent
    func run() async {
        let window = SendWindow(size: 1024 * 1024)
        do throws(TransportError) {
            try await send(through: window)
            connection.finishUpload(of: exchange, nil)
        } catch {
            connection.finishUpload(of: exchange, error)
        }
    }

    private func send(through window: SendWindow) async throws(TransportError) {
        var sent: Int64 = 0
        for try await piece in body.open() where !piece.isEmpty {
            guard !Task.isCancelled else { throw .cancelled }
            sent += Int64(piece.count)
            if let length = body.length, sent > length { throw wrongLength }
            await window.open(for: piece.count)
            connection.send(piece) { window.close(by: piece.count) }
        }
        if let length = body.length, sent < length { throw wrongLength }
    }

    private var wrongLength: TransportError {
        .requestBody(reason: "The request body does not match its declared length. Declare the right length, or none.")
    }
}

/// Limits how many bytes of a body wait until the operating system accepts them. For one sender.
final class SendWindow: Sendable {
    typealias Resume = @Sendable () -> Void

    private struct State {
        var used = 0
        var sender: (count: Int, resume: Resume)?
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) {
        self.size = size
    }

    /// Returns when there is room, or when the connection has ended.
    func open(for count: Int) async {
        await withCheckedContinuation { sender in
            open(for: count) { sender.resume() }
        }
    }

    /// Calls `resume` at once if any of the window is free, even for a larger piece; otherwise when half of it is free.
    func open(for count: Int, _ resume: @escaping Resume) {
        let hasRoom = state.withLock { state in
            let hasRoom = state.used < size
            if hasRoom { state.used += count } else { state.sender = (count, resume) }
            return hasRoom
        }
        if hasRoom { resume() }
    }

    /// The operating system has accepted or refused a piece.
    func close(by count: Int) {
        let sender = state.withLock { state -> (count: Int, resume: Resume)? in
            state.used -= count
            // Resume only when half of the window is free, and not for each piece.
            guard state.used <= size / 2, let sender = state.sender.take() else { return nil }
            state.used += sender.count
            return sender
        }
        sender?.resume()
    }
}
