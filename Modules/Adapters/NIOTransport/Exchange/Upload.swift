import Foundation
import Networking

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
