import Foundation
import NIOTransport
import Networking
import Primitives
import Transfers

/// Downloads `/file` of the server at the first argument to the path of the second one, and exits with 0 when the file is complete.
@main
struct DownloadChild {
    static func main() async {
        do {
            try await download()
        } catch {
            // An error that leaves `main` traps, and its crash report would clutter the test's output.
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func download() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let server = URL(string: arguments[1]) else { exit(64) }
        let environment = try APIEnvironment(name: "test", baseURL: server)
        try await NIOTransport.withTransport { transport in
            let client = Client(
                environment: environment, coding: NoCoding(),
                pipeline: Pipeline(interceptors: [], transport: transport), time: SystemTimeSource(),
                identifiers: RandomIdentifierSource())
            var policy = DownloadPolicy()
            // A process that is killed often needs frequent checkpoints.
            policy.checkpointBytes = 64 * 1024
            let endpoint = Endpoint<Anybody, Data>(.get, "/file", response: .data, operation: "file")
            _ = try await client.session(for: Anybody.self)
                .download(endpoint, to: URL(filePath: arguments[2]), policy: policy)
        }
    }
}

private enum Anybody: AnonymousScope {}

/// A download has no value to code.
private struct NoCoding: BodyCoding {
    struct Unused: Error {}

    var contentType: String { "application/octet-stream" }

    func encode(_ value: any Encodable) throws -> Data { throw Unused() }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Unused() }
}
