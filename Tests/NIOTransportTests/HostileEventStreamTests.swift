import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import Synchronization
import TestSupport
import Testing

@Suite("Event streams of hostile servers", .timeLimit(.minutes(10)))
struct HostileEventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    @Test(
        "an event of 100 MB fails the stream after the limit, and the server stops",
        arguments: ["x", "\ndata: xxxxxxxxxxxxxxxxxx", "\ndata"])
    func largeEvent(filling: String) async throws {
        let sent = Atomic(0)
        let ended = Gate()
        let piece = Data(String(repeating: filling, count: 65_536 / filling.utf8.count).utf8)
        try await withEvents { connection in
            defer { ended.open() }
            try await connection.receiveRequest()
            try await connection.send(Self.head + "data: 1\n\ndata: ")
            for _ in 0..<1_600 {
                try await connection.send(piece)
                sent.add(piece.count, ordering: .relaxed)
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            var reader = events.makeAsyncIterator()
            #expect(try await reader.next()?.data == "1")
            do throws(NetworkError) {
                _ = try await reader.next()
                Issue.record("the event was accepted")
            } catch {
                #expect(error.cause == .transport(.responseTooLarge(limit: 1024 * 1024)))
            }
            await ended.pass()
            #expect(sent.load(ordering: .relaxed) < 64 * 1024 * 1024)
        }
    }

    @Test("a stream that never ends is read at the reader's pace, and ends on the wire when the reader leaves")
    func endless() async throws {
        let sent = Atomic(0)
        let ended = Gate()
        let piece = Data(String(repeating: "data: 0123456789\n\n", count: 3_640).utf8)
        try await withEvents { connection in
            defer { ended.open() }
            try await connection.receiveRequest()
            try await connection.send(Self.head)
            while true {
                try await connection.send(piece)
                sent.add(piece.count, ordering: .relaxed)
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            var count = 0
            for try await event in events {
                #expect(event.data == "0123456789")
                count += 1
                // Sent but not read: what the sockets, the transport and the parser hold.
                let unread = sent.load(ordering: .relaxed) - count * 18
                #expect(unread < 16 * 1024 * 1024)
                if count == 100_000 { break }
            }
            await ended.pass()
        }
    }

    @Test("comments without end deliver no event and can be cancelled")
    func comments() async throws {
        let (sent, ended) = (Gate(isOpen: true), Gate())
        let piece = Data(String(repeating: ": no news\n\n", count: 1_000).utf8)
        try await withEvents { connection in
            defer { ended.open() }
            try await connection.receiveRequest()
            try await connection.send(Self.head)
            while true {
                try await connection.send(piece)
                await sent.pass()
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            let task = Task {
                for try await _ in events { Issue.record("no event was sent") }
            }
            await sent.waitForArrivals(500)
            task.cancel()
            await #expect(throws: NetworkError.self) { try await task.value }
            await ended.pass()
        }
    }

    @Test("a stream in chunks cut anywhere, with a loss in the middle, continues after the last id")
    func continues() async throws {
        let connections = Atomic(0)
        try await withEvents { connection in
            let request = try await connection.receiveRequest()
            let number = connections.add(1, ordering: .relaxed).newValue
            #expect(request["Last-Event-ID"] == (number == 1 ? nil : "\(number - 1)"))
            guard number < 4 else {
                try await connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                return
            }
            try await connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for byte in "retry: 100\r\nid: \(number)\r\ndata: ü\(number)\r\n\r\ndata: lost".utf8 {
                try await connection.send(Data("1\r\n".utf8) + Data([byte]) + Data("\r\n".utf8))
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            var found: [String] = []
            for try await event in events { found.append(event.data) }
            #expect(found == ["ü1", "ü2", "ü3"])
        }
    }

    private func withEvents(
        _ script: @escaping RawSocketServer.Script, read: (EventStream<Data>) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { server in
            server.serve(script)
            try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                try await read(
                    session.events(
                        from: Endpoint<TestGuest, Data>(.get, "/events", response: .data, operation: "events")))
            }
        }
    }
}
