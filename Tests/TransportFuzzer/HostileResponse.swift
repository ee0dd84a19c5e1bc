import Foundation

/// A server's response in one case: bytes in pieces, and how the connection ends.
struct HostileResponse {
    enum Ending: CaseIterable {
        /// The connection stays open, as the client expects.
        case keep
        case close, reset, finishSending
    }

    private(set) var pieces: [Data] = []
    private(set) var readsBody = true
    private(set) var ending = Ending.keep
    /// The body of a response without any damage; `nil` if the bytes were changed.
    private(set) var intactBody: String?

    /// Whether all bytes arrive in one segment of the loopback interface.
    var arrivesAtOnce: Bool { pieces.count == 1 && pieces[0].count <= Self.segment }

    private static let segment = 16_384

    /// The response of case `number`, the same each time.
    ///
    /// - Parameter isCut: whether it may arrive in several pieces.
    init(case number: Int, seed: UInt64, isCut: Bool) {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
        let body = "case \(number)"
        var bytes = Array(Self.response(body, &random).utf8)
        if Int.random(in: 0..<4, using: &random) == 0 {
            intactBody = body
        } else {
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, &random) }
        }
        pieces = isCut ? Self.cut(Data(bytes), &random) : [Data(bytes.prefix(Self.segment))]
        if Int.random(in: 0..<3, using: &random) == 0 {
            ending = Ending.allCases.randomElement(using: &random) ?? .close
        }
        // An unread body would look like the next request.
        readsBody = ending == .keep || Bool.random(using: &random)
    }

    private static func response(_ body: String, _ random: inout SplitMix64) -> String {
        let interim =
            ["", "", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"].randomElement(using: &random) ?? ""
        let status = ["200 OK", "200 OK", "404 Not Found", "503 Busy", "201"].randomElement(using: &random) ?? "200 OK"
        let head = "\(interim)HTTP/1.1 \(status)\r\nDate: Sun, 22 Nov 2026 00:00:00 GMT\r\nX-Tag: a\r\n b\r\n"
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        case 1:
            return
                "\(head)Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        default: return "\(head)Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    /// Inputs that have broken clients before: codes, lengths and framing at their limits, folds, control characters,
    /// second responses.
    private static let tokens: [[UInt8]] = [
        "HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 000 \r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 999 \r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n",
        "HTTP/0.9 200 OK\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "Content-Length: -1\r\n", "Content-Length: 18446744073709551616\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
        "Content-Encoding: gzip\r\n", "Content-Encoding: deflate\r\n", "Connection: close\r\n",
        "Connection: upgrade\r\n",
        "Trailer: X\r\n", "0\r\n\r\n", "0\r\nX: y\r\n\r\n", "ffffffffffffffff\r\n", "7;a=\"\r\n", "\r\n", "\r\n\r\n",
        "\n", "\r",
        "\r\n \t", "\u{0}", " ", "\t", ":", "\u{7F}", "é", "HTTP/", "Set-Cookie: a=1\r\n",
        "X: \(String(repeating: "x", count: 90_000))\r\n",
        String(repeating: "X: y\r\n", count: 300), String(repeating: "HTTP/1.1 102 P\r\n\r\n", count: 50),
    ].map { Array($0.utf8) }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let length = min(bytes.count - place, Int.random(in: 1...20, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<(place + length))
        case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        case 5: bytes += Array(response("forged", &random).utf8).prefix(Int.random(in: 1...200, using: &random))
        default:
            // At the beginning of a line, where the token means something.
            let lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
            bytes.insert(
                contentsOf: tokens.randomElement(using: &random) ?? [], at: lines.randomElement(using: &random) ?? 0)
        }
    }

    private static func cut(_ bytes: Data, _ random: inout SplitMix64) -> [Data] {
        var (pieces, rest) = ([Data](), bytes)
        for _ in 0..<Int.random(in: 0...3, using: &random) where rest.count > 1 {
            let length = Int.random(in: 1..<rest.count, using: &random)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces + [rest]
    }
}
