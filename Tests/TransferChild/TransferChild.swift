import Digests
import Foundation
import NIOTransport
import Networking
import Primitives
import Transfers

/// Transfers one file from or to a server, and exits with 0 when it is complete.
///
/// - `download SERVER FILE` downloads `/file` of the server.
/// - `upload SERVER FILE FOLDER` copies the file into the folder, unless an earlier process has done so, and uploads the
///   copy to `/uploads`.
@main
struct TransferChild {
    static func main() async {
        do {
            try await transfer()
        } catch {
            // An error that leaves `main` traps, and its crash report would clutter the test's output.
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func transfer() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let server = URL(string: arguments[2]) else { exit(64) }
        let environment = try APIEnvironment(name: "test", baseURL: server)
        try await NIOTransport.withTransport { transport in
            let session = Client(
                environment: environment, coding: NoCoding(),
                pipeline: Pipeline(interceptors: [], transport: transport), time: SystemTimeSource(),
                identifiers: RandomIdentifierSource()
            ).session(for: Anybody.self)
            let file = URL(filePath: arguments[3])
            switch (arguments[1], arguments.count) {
            case ("download", 4): try await download(to: file, with: session)
            case ("upload", 5): try await upload(file, through: URL(filePath: arguments[4]), with: session)
            default: exit(64)
            }
        }
    }

    private static func download(to file: URL, with session: Session<Anybody>) async throws {
        var policy = TransferPolicy()
        // A process that is killed often needs frequent checkpoints.
        policy.checkpointBytes = 64 * 1024
        _ = try await session.download(
            Endpoint(.get, "/file", response: .data, operation: "file"), to: file, policy: policy)
    }

    private static func upload(_ file: URL, through folder: URL, with session: Session<Anybody>) async throws {
        let stored = folder.appending(path: "source.json")
        let source: UploadSource
        if let data = try? Data(contentsOf: stored) {
            source = try JSONDecoder().decode(UploadSource.self, from: data)
        } else {
            source = try await UploadSpool(folder: folder, hashing: SHA256Hashing()).add(file)
            try JSONEncoder().encode(source).write(to: stored, options: .atomic)
        }
        _ = try await session.upload(
            source, to: Endpoint(.post, "/uploads", response: .data, operation: "upload"),
            record: folder.appending(path: "record.json"))
    }
}

private enum Anybody: AnonymousScope {}

/// A transfer has no value to code.
private struct NoCoding: BodyCoding {
    struct Unused: Error {}

    var contentType: String { "application/octet-stream" }

    func encode(_ value: any Encodable) throws -> Data { throw Unused() }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Unused() }
}
