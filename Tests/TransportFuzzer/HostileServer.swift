import Foundation
import RawSocketServer

/// Responds to `/<number>` with the ``HostileResponse`` of that case.
enum HostileServer {
    static func serve(_ connection: RawConnection, seed: UInt64, isCut: Bool, damaged: DamagedConnections) async throws
    {
        var isDamaged = false
        while true {
            let head = try await connection.receiveHead()
            let words = head.line.split(separator: " ")
            guard words.count == 3, let number = Int(words[1].dropFirst()) else { return }
            let response = HostileResponse(case: number, seed: seed, isCut: isCut)
            damaged.read(number, isDamaged: isDamaged)
            isDamaged = isDamaged || response.intactBody == nil && !response.arrivesAtOnce
            if response.readsBody { _ = try await connection.skipBody(of: head) }
            do {
                for piece in response.pieces { try await connection.send(piece) }
            } catch {
                // The client has closed the connection because of late bytes, and may have sent the next request.
            }
            switch response.ending {
            case .keep: break
            case .close: return
            case .reset: return try await connection.reset()
            case .finishSending:
                try await connection.finishSending()
                return await connection.waitForEnd()
            }
        }
    }
}
