import CoreMetrics
import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Models
import NIOTransport
import Networking
import Observability
import Primitives
import RawSocketServer
import SQLitePersistence
import Services
import TestSupport
import Testing

@Suite("Secrets on a journey", .timeLimit(.minutes(1)))
struct CanaryTests {
    /// A visit with all that can be secret and all that can fail, and then a search of all that was said about it.
    @Test("nothing that comes out holds a secret, but for a database that only its owner reads")
    func journey() async throws {
        let utterances = Utterances()
        try await withTemporaryFolder { folder in
            try await RawSocketServer.withServer { other in
                other.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.answer(body: "landed")
                    await connection.waitForEnd()
                }
                try await RawSocketServer.withServer { server in
                    server.serve { try await CanaryServer(elsewhere: other.authority).play(on: $0) }
                    try await NIOTransport.withTransport { transport in
                        try await CanaryJourney(
                            url: try #require(URL(string: "http://\(server.authority)")), transport: transport,
                            folder: folder, utterances: utterances
                        ).run()
                    }
                    let received = server.requests.map(\.text).joined(separator: "\n")
                    for canary in Planted.sent { #expect(canary.isFound(in: received), "the probe: \(canary)") }
                }
                let landed = other.requests.map(\.text).joined(separator: "\n")
                #expect(!landed.isEmpty)
                // The query of the Location is the server's own to send.
                for canary in Planted.all where canary != Planted.answer { #expect(!canary.isFound(in: landed)) }
            }
            try expectOnlyPrivateFiles(in: folder)
        }
        #expect(
            utterances.sources == [
                "events", "errors", "traces", "log", "metrics", "spans", "curl", "accounts", "answers",
            ])
        for (source, text) in utterances.texts {
            let found = Planted.all.filter { $0.isFound(in: text) }
            if !found.isEmpty { FileHandle.standardError.write(Data("LEAK \(source) \(found) \(text.prefix(6000))\n=====\n".utf8)) }
            #expect(found.isEmpty, "in \(source)")
        }
    }

    private func expectOnlyPrivateFiles(in folder: URL) throws {
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        var holders: [String] = []
        for case let name as String in files {
            let path = folder.appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let content = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            guard Planted.all.contains(where: { $0.isFound(in: content) }) else { continue }
            holders.append(name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(!holders.isEmpty, "the probe: the sign-in is kept somewhere")
        #expect(holders.allSatisfy { $0.hasPrefix("database/") }, "\(holders)")
    }

    @Test("a canary is found plain and in base64, whatever was encoded before it, and a text without it is clean")
    func probe() {
        let canary = Canary("probe")
        for prefix in ["", "u", "us", "user:"] {
            let encoded = Data("\(prefix)\(canary.text)!".utf8).base64EncodedString()
            #expect(canary.isFound(in: "Basic \(encoded)"))
        }
        #expect(canary.isFound(in: "?token=\(canary.text)&"))
        #expect(!canary.isFound(in: "\(canary) \(canary.name) \(Canary("other").text)"))
    }
}
