import EngineTestSupport
import Foundation
import NIOTransport
import RawSocketServer
import Testing

@Suite("Secrets in a client's output", .timeLimit(.minutes(10)))
struct CanaryTests {
    /// Sends every kind of secret through every kind of failure, and then searches all output for the secrets.
    @Test("no output contains a secret, except a database that only its owner can read")
    func journey() async throws {
        let output = CapturedOutput()
        try await withTemporaryFolder { folder in
            try await RawSocketServer.withServer { other in
                other.serve { connection in
                    while true {
                        try await connection.receiveRequest()
                        try await connection.respond(body: "landed")
                    }
                }
                try await RawSocketServer.withServer { server in
                    server.serve { try await CanaryServer(elsewhere: other.authority).play(on: $0) }
                    try await NIOTransport.withTransport { transport in
                        let journey = CanaryJourney(
                            url: try #require(URL(string: "http://\(server.authority)")), transport: transport,
                            folder: folder, output: output)
                        try await journey.run { try expectOnlyPrivateFiles(in: folder) }
                    }
                    let received = server.requests.map(\.text).joined(separator: "\n")
                    // By their names alone: a failing expectation prints its values.
                    let unsent = Planted.sent.filter { !$0.isFound(in: received) }
                    #expect(unsent.isEmpty, "the control: the search finds them")
                }
                let landed = other.requests.map(\.text).joined(separator: "\n")
                #expect(!landed.isEmpty)
                // The server itself sends the query of the Location.
                let strayed = Planted.all.filter { $0 != Planted.response && $0.isFound(in: landed) }
                #expect(strayed.isEmpty)
            }
            #expect(try filesWithSecrets(in: folder).isEmpty, "the session has ended")
        }
        #expect(
            output.sources == [
                "events", "errors", "traces", "log", "metrics", "spans", "curl", "fields", "accounts", "responses",
            ])
        for (source, text) in output.texts {
            let found = Planted.all.filter { $0.isFound(in: text) }
            #expect(found.isEmpty, "in \(source)")
        }
    }

    private func expectOnlyPrivateFiles(in folder: URL) throws {
        let names = try filesWithSecrets(in: folder)
        #expect(!names.isEmpty, "the control: the auth session is stored")
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            #expect(name.hasPrefix("database/"))
        }
    }

    /// By their paths below `folder`.
    private func filesWithSecrets(in folder: URL) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(names.contains("file.bin.partial"), "the control: the download left a partial file")
        return try names.filter { name in
            let path = folder.appending(path: name).path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                return false
            }
            let content = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            return Planted.all.contains { $0.isFound(in: content) }
        }
    }

    @Test("a canary is found in plain text and base64, whatever precedes it, and not in other text")
    func probe() {
        let canary = Canary("probe")
        for prefix in ["", "u", "us", "user:"] {
            let encoded = Data("\(prefix)\(canary.text)!".utf8).base64EncodedString()
            let isFound = canary.isFound(in: "Basic \(encoded)")
            #expect(isFound, "after \(prefix.utf8.count) bytes")
        }
        let (plain, other) = ("?token=\(canary.text)&", "\(canary) \(canary.name) \(Canary("other").text)")
        let (isFound, isFoundElsewhere) = (canary.isFound(in: plain), canary.isFound(in: other))
        #expect(isFound && !isFoundElsewhere)
    }
}
